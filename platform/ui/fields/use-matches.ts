import { useSyncExternalStore } from 'react'

/** Whether a media query such as `(min-width: 80rem)` holds now; the part follows its changes. */
export function useMatches(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
