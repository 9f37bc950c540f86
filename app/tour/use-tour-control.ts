import { useEffect, useState } from 'react'

/** Elements a tour step can point at: buttons, links and inputs. */
const controls = 'button, a[href], input, select, textarea, [role=combobox], [role=tab], summary'

/**
 * The control on the screen with the first matching name. Undefined while the screen loads or after
 * it removed the control, until the control appears.
 */
export function useTourControl(names: readonly string[]): HTMLElement | undefined {
  const [control, setControl] = useState<HTMLElement>()
  useEffect(() => {
    let frame = 0
    const findTarget = () => {
      frame = 0
      setControl(controlNamed(names))
    }
    const findTargetSoon = () => {
      frame ||= requestAnimationFrame(findTarget)
    }
    findTargetSoon()
    const observer = new MutationObserver(findTargetSoon)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      setControl(undefined)
    }
  }, [names])
  return control
}

function controlNamed(names: readonly string[]): HTMLElement | undefined {
  const visibleControls = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.offsetParent !== null && each.closest('[data-tour-card]') === null,
  )
  for (const name of names) {
    const found = visibleControls.find((each) => isNamed(each, name))
    if (found) return found
  }
  return undefined
}

const continuation = ' …'

/**
 * `Retry …` matches a row action named with its record: `Retry PO-7`, but not `Retry all failed`.
 */
function isNamed(control: HTMLElement, name: string): boolean {
  if (!name.endsWith(continuation)) return nameOf(control) === name
  const begins = name.slice(0, -continuation.length)
  return control.closest('[role=row]') !== null && nameOf(control).startsWith(`${begins} `)
}

/** A control's name on the screen: its label, else its text. */
function nameOf(control: HTMLElement): string {
  const { labels } = control as Partial<HTMLInputElement>
  const sentence = control.getAttribute('aria-label') ?? labels?.[0]?.textContent
  return (sentence ?? control.textContent).trim()
}
