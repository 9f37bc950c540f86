/** How long the key of a device may be used, as the server says with the key. */
export type KeyLimitFields = {
  /** The rest of the session when the key was obtained, in milliseconds. */
  lifeMs: number
  /** The longest pause between two uses, in milliseconds. */
  idleMs: number
}

/** The moments of a key by the device's clock, in milliseconds since 1970. */
export type KeyTimes = { obtainedAt: number; lastUsedAt: number }

/** Clocks are set back by some seconds when the device synchronizes them. */
const backwardsToleranceMs = 5 * 60 * 1000

/**
 * True while the key of a device may be used: as long as its session lives by the device's clock.
 * A clock that was set back ends the key, because how much time has passed is then unknown. What
 * the key encrypted is not lost: the next sign-in of the same user obtains the same key.
 */
export function isKeyAlive(key: KeyLimitFields & KeyTimes, now: number): boolean {
  if (now < key.lastUsedAt - backwardsToleranceMs) return false
  return now - key.lastUsedAt <= key.idleMs && now - key.obtainedAt <= key.lifeMs
}
