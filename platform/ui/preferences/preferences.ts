import { useSyncExternalStore } from 'react'

/** How one person likes the program to behave. Kept in the browser, and by who follows changes. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'regular' | 'relaxed'
  /** Single-key shortcuts such as N or G C. Keys with Ctrl always work. */
  singleKeys: boolean
  /** How long a toast stays: milliseconds, or 0 until it is dismissed. */
  toastMs: 5000 | 10_000 | 20_000 | 0
  /** Undefined until it was chosen: then the width of the window decides. */
  sidebar?: 'open' | 'rail' | undefined
  /** Where Enter stops between the customer of an order and its items. */
  orderPath: 'both' | 'source' | 'customerPO' | 'items'
  /** How many rows a page of a list has. */
  pageSize: 10 | 25 | 50 | 100
  /** The columns of each list that were chosen last, by its name, and their widths. */
  lists: Readonly<Record<string, ListLayout>>
}

export type ListLayout = {
  columns?: readonly string[] | undefined
  widths?: Readonly<Record<string, number>> | undefined
}

// The file theme.js reads the same key before the first paint.
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
  // Another tab may have changed something else since: that stays.
  applyPreferences(withPatch(withPatch(current, readLocalPreferences()), patch))
  savePreferences?.(patch)
}

/**
 * Takes what was kept elsewhere for the person who is here now, whatever somebody else left in this
 * browser; where nothing was, it stays as it is. `keeper` keeps what they change from now on, and
 * only that; but layouts of lists from before this browser had preferences go to who comes first.
 */
export function adoptPreferences(
  kept: Partial<Preferences>,
  keeper: (patch: Partial<Preferences>) => void,
): void {
  savePreferences = keeper
  const theirs = Object.keys(kept).length > 0 ? withPatch(defaults, kept) : current
  if (theirs !== current) applyPreferences(theirs)
  void migrateFormer(kept)
}

/** Hands layouts over that this browser kept before; the code for it is loaded where it has any. */
async function migrateFormer(kept: Partial<Preferences>): Promise<void> {
  if (!hasFormer()) return
  const { migrateFormerLayouts } = await import('./former-layouts.ts')
  const former = unsaid(migrateFormerLayouts(localStorage), kept)
  if (hasSome(former)) changePreferences(former)
}

/** What a patch says that was not chosen yet. */
function unsaid(patch: Partial<Preferences>, chosen: Partial<Preferences>): Partial<Preferences> {
  const { lists = {}, pageSize } = patch
  const names = Object.keys(lists).filter((name) => chosen.lists?.[name] === undefined)
  return {
    ...(pageSize && chosen.pageSize === undefined && { pageSize }),
    ...(names.length > 0 && {
      lists: Object.fromEntries(names.map((name) => [name, lists[name] as ListLayout])),
    }),
  }
}

/** Whether a patch says anything. */
export function hasSome(patch: object): boolean {
  return Object.keys(patch).length > 0
}

function hasFormer(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^prizm\.(pageSize$|table\.)/.test(key))
  } catch {
    return false
  }
}

/** Preferences with some of them changed; each list is one by itself. */
export function withPatch<Some extends Partial<Preferences>>(
  before: Some,
  patch: Partial<Preferences>,
): Some {
  const lists = { ...before.lists, ...patch.lists }
  return { ...before, ...patch, ...((before.lists ?? patch.lists) && { lists }) }
}

/** A patch without what another one says alike; what was changed again since stays. */
export function withoutPatch(
  patch: Partial<Preferences>,
  said: Partial<Preferences>,
): Partial<Preferences> {
  const { lists = {}, ...rest } = patch
  const { lists: saidLists = {}, ...saidRest } = said
  const fresh = differing(lists, saidLists)
  return { ...differing(rest, saidRest), ...(hasSome(fresh) && { lists: fresh }) }
}

/** What one record says that another one does not, or not so. */
function differing<Some extends object>(all: Some, said: Some): Some {
  const known = new Map(Object.entries(said))
  const entries = Object.entries(all).filter(([name, value]) => known.get(name) !== value)
  return Object.fromEntries(entries) as Some
}

function applyPreferences(next: Preferences): void {
  current = next
  remember(storageKey, current)
  applyTheme()
  for (const listener of listeners) listener()
}

/** Puts the chosen theme on the page, and follows the desktop where none is chosen. */
export function applyTheme(): void {
  const desktopIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = current.theme === 'dark' || (current.theme === 'system' && desktopIsDark)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

/** Keeps the theme right while the desktop changes it. */
export function watchTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
}

/** Reads something this browser remembers; undefined where it remembers nothing. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers something in this browser. Where storage is off, it is forgotten on reload. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage must not break the click that caused it.
  }
}

function load(): Preferences {
  return withPatch(defaults, readLocalPreferences())
}

/** What this browser remembers, of whichever tab. */
function readLocalPreferences(): Partial<Preferences> {
  const kept = recall(storageKey)
  return typeof kept === 'object' && kept !== null ? kept : {}
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
