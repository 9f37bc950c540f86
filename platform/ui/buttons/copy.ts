import { notify } from '../notices/toast.ts'

/** Copies the URL of a path to the clipboard. */
export function copyAddress(path: string): Promise<void> {
  return copyText(location.origin + path, 'The link opens exactly what you see')
}

/** Copies a text to the clipboard, or shows it in a toast if the browser denies access. */
export async function copyText(
  text: string,
  sentence = 'The text is on the clipboard',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ title: 'Copied', text: sentence })
  } catch {
    notify({ title: 'Copying was blocked. Copy this text yourself', text })
  }
}
