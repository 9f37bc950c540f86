import { useEffect, useRef } from 'react'
import { adoptPreferences, type Preferences } from '#platform/ui/preferences.ts'
import { send } from '#platform/web/send.ts'
import { changePreferences } from './contract.ts'
import type { Me } from './me.ts'

/** The preferences of who is signed in come along to whichever browser they sit at. */
export function useKeptPreferences({ id, preferences = {} }: Me): void {
  const kept = useRef(preferences)
  kept.current = preferences
  useEffect(
    () =>
      adoptPreferences(kept.current as Partial<Preferences>, (body) => {
        // What does not arrive is kept by this browser all the same.
        send(changePreferences, { body }).catch(() => undefined)
      }),
    [id],
  )
}
