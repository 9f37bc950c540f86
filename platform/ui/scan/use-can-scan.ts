import { useSyncExternalStore } from 'react'

// One store for all fields: Order Entry may show 500 of them.

const listeners = new Set<() => void>()
let touch: MediaQueryList | undefined
let hasCamera = false
let isWatching = false

/**
 * Whether fields offer to scan by camera: on phones and tablets always, so that the dialog can say
 * what is missing, and on other devices if they have had a camera since the page was loaded. Lines
 * offer it on phones and tablets only: with a keyboard, each button is one more stop of Tab.
 */
export function useCanScan(isInLine = false): boolean {
  return useSyncExternalStore(subscribe, () => touchQuery().matches || (hasCamera && !isInLine))
}

function touchQuery(): MediaQueryList {
  touch ??= matchMedia('(pointer: coarse)')
  return touch
}

function subscribe(listener: () => void): () => void {
  watch()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function watch(): void {
  if (isWatching) return
  isWatching = true
  touchQuery().addEventListener('change', notifyListeners)
  // Without https, browsers have no list of cameras.
  if (!isSecureContext || !('mediaDevices' in navigator)) return
  navigator.mediaDevices.addEventListener('devicechange', () => void countCameras())
  void countCameras()
}

/**
 * The list has its kinds of devices without a permission, only not their names. The button of a
 * camera that is unplugged stays: its dialog, which may be open, says what happened.
 */
async function countCameras(): Promise<void> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  hasCamera ||= devices.some(({ kind }) => kind === 'videoinput')
  notifyListeners()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
