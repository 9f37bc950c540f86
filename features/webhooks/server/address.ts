import { invalid } from '#platform/kernel/refusal.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { type Target, whyNotCall } from '#platform/server/outbound/safe-fetch.ts'

/** Whether webhooks may lead to this machine, which is for development and tests. */
export type WebhookConfig = Partial<Pick<Config, 'WEBHOOK_LOOPBACK'>>

/**
 * Throws 422 for an address that no message may be sent to: not https, in a private network, with a
 * user name, or of an unknown host. It resolves the name, so it must not run in a transaction.
 */
export async function requireSendable(text: string, config: WebhookConfig): Promise<void> {
  if (isOfThisMachine(text, config)) return
  const whyNot = await whyNotCall(text)
  if (whyNot !== undefined) throw invalid([{ path: 'url', message: whyNot }])
}

/** The target of an address; it is checked again when a message is sent. */
export function targetOf(text: string, config: WebhookConfig): Target {
  const isTrusted = isOfThisMachine(text, config)
  return { name: 'The receiver', url: new URL(text), isTrusted }
}

/** True for plain http to a loopback address, if the setting allows it. */
function isOfThisMachine(text: string, { WEBHOOK_LOOPBACK }: WebhookConfig): boolean {
  if (WEBHOOK_LOOPBACK !== 'on') return false
  const url = URL.parse(text)
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname)
}
