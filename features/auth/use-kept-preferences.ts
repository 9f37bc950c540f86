import { useEffect, useEffectEvent } from 'react'
import { adoptPreferences, type Preferences } from '#platform/ui/preferences.ts'
import { send } from '#platform/web/send.ts'
import { changePreferences } from './contract.ts'
import type { Me } from './me.ts'

/** The preferences of who is signed in come along to whichever browser they sit at. */
export function useKeptPreferences({ id, preferences = {} }: Me): void {
  const take = useEffectEvent(() =>
    adoptPreferences(preferences as Partial<Preferences>, (body) => {
      // What does not arrive is kept by this browser all the same.
      send(changePreferences, { body }).catch(() => undefined)
    }),
  )
  useEffect(() => take(), [id])
}
