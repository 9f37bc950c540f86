import { useEffect, useState } from 'react'

const longEnoughMs = 500

/** Whether Alt alone has been held long enough to show the shortcut badges. */
export function useHeldAlt(): boolean {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isVisible = false
    const show = (is: boolean) => {
      isVisible = is
      setIsHeld(is)
    }
    const end = () => {
      clearTimeout(timer)
      if (isVisible) show(false)
    }
    const press = ({ key, repeat, ctrlKey, shiftKey, metaKey }: KeyboardEvent) => {
      if (key === 'Alt' && repeat) return
      end()
      if (key !== 'Alt' || ctrlKey || shiftKey || metaKey) return
      timer = setTimeout(() => show(true), longEnoughMs)
    }
    const release = (event: KeyboardEvent) => {
      // Do not open the browser's menu on release.
      if (event.key === 'Alt' && isVisible) event.preventDefault()
      end()
    }
    const cancelEvents = ['blur', 'pointerdown', 'scroll', 'resize'] as const
    window.addEventListener('keydown', press, true)
    window.addEventListener('keyup', release, true)
    for (const other of cancelEvents) window.addEventListener(other, end, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('keyup', release, true)
      for (const other of cancelEvents) window.removeEventListener(other, end, true)
    }
  }, [])
  return isHeld
}
