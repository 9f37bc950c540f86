/** The maximum length of a foreign message that is shown. */
const maxQuoted = 300

/**
 * Extracts a message from an error response that another server sent, such as a gateway: the
 * heading or title of an HTML page, the message of a JSON object, or the plain text. Returns
 * undefined if it has no readable message.
 */
export function gatewayMessage(body: string, status: number): string | undefined {
  const text = body.trim()
  const message = text.startsWith('<') ? headingIn(text) : (messageIn(text) ?? text)
  const plain = message.replaceAll(/\s+/g, ' ').trim()
  // The status is shown in front of the message already.
  const sentence = plain.startsWith(`${status} `) ? plain.slice(`${status} `.length) : plain
  return sentence.slice(0, maxQuoted) || undefined
}

function headingIn(page: string): string {
  const found = /<h1\b[^>]*>([^<]+)</i.exec(page) ?? /<title\b[^>]*>([^<]+)</i.exec(page)
  return found?.[1] ?? ''
}

/**
 * The message of a JSON object, empty if it has none; undefined if the text is not a JSON object or
 * array.
 */
function messageIn(text: string): string | undefined {
  const json = readJson(text)
  if (typeof json !== 'object' || json === null) return undefined
  const { message, error } = json as Record<string, unknown>
  return [message, error].find((part) => typeof part === 'string') ?? ''
}

/** Parses JSON text; undefined if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
