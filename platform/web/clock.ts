/** The moment it is on this machine: what a form begins with, never what the server decides by. */
export function now(): Date {
  return new Date()
}
