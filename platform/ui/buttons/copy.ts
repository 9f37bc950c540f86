import { notify } from '../notices/toast.ts'

/** Puts an address of this program on the clipboard, by its path. */
export function copyAddress(path: string): Promise<void> {
  return copyText(location.origin + path, 'The link opens exactly what you see')
}

/** Puts a text on the clipboard, or shows it where the browser does not allow that. */
export async function copyText(text: string, says = 'It is on the clipboard'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ title: 'Copied', text: says })
  } catch {
    notify({ title: 'Copy this', text })
  }
}
