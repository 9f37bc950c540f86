/** The current time of this machine: for default values in forms, never for server decisions. */
export function now(): Date {
  return new Date()
}
