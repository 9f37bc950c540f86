import { useEffectEvent, useLayoutEffect } from 'react'
import {
  adoptPreferences,
  hasAnyField,
  type Preferences,
  withoutPatch,
  withPatch,
} from '#platform/ui/preferences/preferences.ts'
import { type ApiError, send } from '#platform/web/api-client.ts'
import { changePreferences, type StoredPreferences } from '../session-contract.ts'
import type { Me } from './parts/current-user.ts'
import { recall, remember } from '#platform/web/browser-storage.ts'

/** Loads the signed-in user's preferences from the account, so that they apply in any browser. */
export function useAccountPreferences({ id, preferences = {} }: Me): void {
  const adopt = useEffectEvent(() => {
    const unsent = unsentOf(id)
    adoptPreferences(
      withPatch(preferences as Partial<Preferences>, unsent),
      createSaver(id, unsent),
    )
  })
  // Runs before a list writes its remembered layout into the address.
  useLayoutEffect(() => adopt(), [id])
}

const pauseMs = 300
const unsentKey = 'prizm.preferences.unsent'

/** Preferences this account changed here that the server has not acknowledged. */
function unsentOf(id: number): Partial<Preferences> {
  const stored = recall(unsentKey) as { id?: unknown; patch?: Partial<Preferences> } | undefined
  return stored?.id === id ? (stored.patch ?? {}) : {}
}

/**
 * Saves changes with the account: the first at once, those that follow within a moment (such as
 * each step of a column resize) debounced into one. Changes that fail to arrive are stored in the
 * browser and sent with the next change or at the next start. Rejected changes are dropped;
 * otherwise all later ones would be rejected with them.
 */
function createSaver(
  id: number,
  pending: Partial<Preferences>,
): (patch: Partial<Preferences>) => void {
  let unsent: Partial<Preferences> = {}
  let isDebouncing = false
  const setUnsent = (next: Partial<Preferences>) => {
    unsent = next
    remember(unsentKey, hasAnyField(unsent) ? { id, patch: unsent } : null)
  }
  const sendAll = () => {
    const body = unsent
    isDebouncing = true
    send(changePreferences, { body: body as StoredPreferences, asUser: id }).then(
      () => {
        if (unsent === body) setUnsent({})
      },
      (failure: ApiError) => {
        if (failure.status === 422) setUnsent(withoutPatch(unsent, body))
      },
    )
    setTimeout(() => {
      isDebouncing = false
      if (unsent !== body && hasAnyField(unsent)) sendAll()
    }, pauseMs)
  }
  const save = (patch: Partial<Preferences>) => {
    setUnsent(withPatch(unsent, patch))
    if (!isDebouncing) sendAll()
  }
  if (hasAnyField(pending)) save(pending)
  return save
}
