import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component whose code is loaded when it is first shown, such as a dialog or a tab. Until then
 * `waiting` stands in its place, by default nothing; a load that fails breaks the page, which says
 * so and offers to load it again.
 *
 * Not `React.lazy`: that hides the nearest boundary's whole content while it waits, with the dialog
 * a tab stands in, and a dialog that was hidden no longer keeps the focus of the dialog over it. A
 * boundary of its own for each would hold back what has loaded for up to 300 ms.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined
  return function Late(props: Props) {
    const [failure, setFailure] = useState<{ cause: unknown }>()
    const [, setIsLoaded] = useState(Part !== undefined)
    useEffect(() => {
      if (Part) return
      load().then(
        (loaded) => {
          Part = loaded
          setIsLoaded(true)
        },
        (cause: unknown) => setFailure({ cause }),
      )
    }, [])
    if (failure) throw failure.cause
    return Part ? <Part {...props} /> : waiting
  }
}

/**
 * A part that stands behind a button and is loaded by its first press, or a little before, when the
 * pointer or the focus comes near. Until then `press` belongs on the button; then the part, open.
 */
export function usePressed<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>()
  const [failure, setFailure] = useState<{ cause: unknown }>()
  const prepare = () => void load().catch(() => {})
  const show = () => {
    load().then(
      (Part) => setPart({ Part }),
      (cause: unknown) => setFailure({ cause }),
    )
  }
  if (failure) throw failure.cause
  const press = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: show,
    onPointerEnter: prepare,
    onFocus: prepare,
  } as const
  return { Part: part?.Part, press }
}
