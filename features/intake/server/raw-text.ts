import type { IntakeChannel } from '../rules.ts'

/** The text of a raw message, out of which its form is read. */
export function textOfRaw(_channel: IntakeChannel, raw: Buffer): Promise<string> {
  return Promise.resolve(raw.toString('utf8'))
}
