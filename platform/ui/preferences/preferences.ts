import { useSyncExternalStore } from 'react'
import { remember, recall } from '#platform/web/browser-storage.ts'

/** A user's UI preferences. Stored in the browser, and by the callback that saves changes. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'regular' | 'relaxed'
  /** Single-key shortcuts such as N or G C. Keys with Ctrl always work. */
  singleKeys: boolean
  /** How long a toast is shown: milliseconds, or 0 until it is dismissed. */
  toastMs: 5000 | 10_000 | 20_000 | 0
  /** Undefined until the user chooses: then the window width decides. */
  sidebar?: 'open' | 'rail' | undefined
  /** Where Enter stops between the customer and the items of an order. */
  orderPath: 'both' | 'source' | 'customerPO' | 'items'
  /** The number of rows on a list page. */
  pageSize: 10 | 25 | 50 | 100
  /** The columns and widths chosen last for each list, by list name. */
  lists: Readonly<Record<string, ListLayout>>
}

export type ListLayout = {
  columns?: readonly string[] | undefined
  widths?: Readonly<Record<string, number>> | undefined
}

// theme.js reads the same key before the first paint.
const storageKey = 'prizm.preferences'

const defaults: Preferences = {
  theme: 'system',
  density: 'regular',
  singleKeys: true,
  toastMs: 5000,
  orderPath: 'both',
  pageSize: 10,
  lists: {},
}

let current = load()
let savePreferences: ((patch: Partial<Preferences>) => void) | undefined
const listeners = new Set<() => void>()

export function preferences(): Preferences {
  return current
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences)
}

export function changePreferences(patch: Partial<Preferences>): void {
  // Reads storage again, so that changes from another tab are not overwritten.
  applyPreferences(withPatch(withPatch(current, readLocalPreferences()), patch))
  savePreferences?.(patch)
}

/**
 * Applies the stored preferences of the signed-in user, replacing those that another user left in
 * this browser; if nothing is stored, they do not change. From now on `keeper` saves the user's
 * changes, and only those; but former list layouts in this browser go to the first user.
 */
export function adoptPreferences(
  stored: Partial<Preferences>,
  save: (patch: Partial<Preferences>) => void,
): void {
  savePreferences = save
  const adopted = Object.keys(stored).length > 0 ? withPatch(defaults, stored) : current
  if (adopted !== current) applyPreferences(adopted)
  void migrateFormer(stored)
}

/** Migrates former list layouts; the code is loaded only if this browser has any. */
async function migrateFormer(stored: Partial<Preferences>): Promise<void> {
  if (!hasFormer()) return
  const { migrateFormerLayouts } = await import('./former-layouts.ts')
  const former = notYetChosen(migrateFormerLayouts(localStorage), stored)
  if (hasAnyField(former)) changePreferences(former)
}

/** The parts of a patch that were not chosen yet. */
function notYetChosen(
  patch: Partial<Preferences>,
  chosen: Partial<Preferences>,
): Partial<Preferences> {
  const { lists = {}, pageSize } = patch
  const names = Object.keys(lists).filter((name) => chosen.lists?.[name] === undefined)
  return {
    ...(pageSize && chosen.pageSize === undefined && { pageSize }),
    ...(names.length > 0 && {
      lists: Object.fromEntries(names.map((name) => [name, lists[name] as ListLayout])),
    }),
  }
}

/** True if a patch has any field. */
export function hasAnyField(patch: object): boolean {
  return Object.keys(patch).length > 0
}

function hasFormer(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^prizm\.(pageSize$|table\.)/.test(key))
  } catch {
    return false
  }
}

/** Merges a patch into preferences, list by list. */
export function withPatch<Some extends Partial<Preferences>>(
  before: Some,
  patch: Partial<Preferences>,
): Some {
  const lists = { ...before.lists, ...patch.lists }
  return { ...before, ...patch, ...((before.lists ?? patch.lists) && { lists }) }
}

/** Removes from a patch what equals `said`; values changed since remain. */
export function withoutPatch(
  patch: Partial<Preferences>,
  sent: Partial<Preferences>,
): Partial<Preferences> {
  const { lists = {}, ...rest } = patch
  const { lists: sentLists = {}, ...sentRest } = sent
  const fresh = differing(lists, sentLists)
  return { ...differing(rest, sentRest), ...(hasAnyField(fresh) && { lists: fresh }) }
}

/** The entries of one record that another lacks or has with a different value. */
function differing<Some extends object>(all: Some, sent: Some): Some {
  const known = new Map(Object.entries(sent))
  const entries = Object.entries(all).filter(([name, value]) => known.get(name) !== value)
  return Object.fromEntries(entries) as Some
}

function applyPreferences(next: Preferences): void {
  current = next
  remember(storageKey, current)
  applyAppearance()
  for (const listener of listeners) listener()
}

/** Applies the chosen density, and the chosen theme or that of the operating system. */
function applyAppearance(): void {
  const desktopIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = current.theme === 'dark' || (current.theme === 'system' && desktopIsDark)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  document.documentElement.dataset['density'] = current.density
}

/** Applies the theme, and again when the operating system's theme changes. */
export function watchTheme(): void {
  applyAppearance()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyAppearance)
}

function load(): Preferences {
  return withPatch(defaults, readLocalPreferences())
}

/** The preferences in the browser's storage, as written by any tab. */
function readLocalPreferences(): Partial<Preferences> {
  const stored = recall(storageKey)
  return typeof stored === 'object' && stored !== null ? stored : {}
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
