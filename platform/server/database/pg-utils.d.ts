declare module 'pg/lib/utils.js' {
  /** Converts a value to the form that the driver writes into a message. */
  export function prepareValue(value: unknown): string | Buffer | null
}
