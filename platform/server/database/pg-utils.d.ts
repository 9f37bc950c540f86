declare module 'pg/lib/utils.js' {
  /** A value as the driver writes it into a message. */
  export function prepareValue(value: unknown): string | Buffer | null
}
