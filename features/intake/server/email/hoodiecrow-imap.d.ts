declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  type StoredMessage = { raw: string; internaldate?: string; uid?: number }
  type Options = {
    plugins?: readonly string[]
    users?: Record<string, { password: string }>
    storage?: Record<string, { uidvalidity?: number; messages?: StoredMessage[] }>
  }
  type ImapServer = {
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
    /** Adds a message, as a mail server does that receives one. */
    appendMessage(
      mailbox: string,
      flags: readonly string[],
      internalDate: string,
      raw: string,
    ): void
    server: Server
  }
  // The library exports the function itself.
  const hoodiecrow: (options: Options) => ImapServer
  export = hoodiecrow
}
