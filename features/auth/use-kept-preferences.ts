import { useEffect, useEffectEvent } from 'react'
import { adoptPreferences, type Preferences } from '#platform/ui/preferences.ts'
import { send } from '#platform/web/send.ts'
import { changePreferences } from './contract.ts'
import type { Me } from './me.ts'

/** The preferences of who is signed in come along to whichever browser they sit at. */
export function useKeptPreferences({ id, preferences = {} }: Me): void {
  const take = useEffectEvent(() => {
    let unsent: Partial<Preferences> = {}
    adoptPreferences(preferences as Partial<Preferences>, (patch) => {
      const body = { ...unsent, ...patch }
      unsent = body
      // What does not arrive is kept by this browser, and sent with the next change.
      send(changePreferences, { body }).then(
        () => {
          if (unsent === body) unsent = {}
        },
        () => undefined,
      )
    })
  })
  useEffect(() => take(), [id])
}
