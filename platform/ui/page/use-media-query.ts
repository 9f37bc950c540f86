import { useSyncExternalStore } from 'react'

/** True while a media query such as `(min-width: 80rem)` matches; rerenders on changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
