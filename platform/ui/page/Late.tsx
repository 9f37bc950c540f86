import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { notify } from '../notices/toast.ts'

const failed = 'This part could not be loaded'
const stays = 'What you typed stays. Try again when the connection is back.'
const remembered =
  'It failed again. Some browsers do not ask twice for what they could not load once: save what ' +
  'you typed, then reload the page.'

/**
 * A component whose code is loaded when it is first shown, such as a dialog or a tab. Until then
 * `waiting` stands in its place, by default nothing; where the load fails a message does, and the
 * page with all that was typed stays as it is. Retrying when the browser is online again.
 * Browsers before Chromium 150 and Firefox 155 keep a module that failed as failed until the page
 * is loaded anew (whatwg/html#10327), so where it fails twice that is offered too.
 *
 * Not `React.lazy`: that hides the nearest boundary's whole content while it waits, with the dialog
 * a tab stands in, and a dialog that was hidden no longer keeps the focus of the dialog over it. A
 * boundary of its own for each would hold back what has loaded for up to 300 ms.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined
  return function Late(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
    const [failures, setFailures] = useState(0)
    useEffect(() => {
      if (Part || state !== 'loading') return
      load().then(
        (loaded) => {
          Part = loaded
          setState('loaded')
        },
        () => {
          setState('failed')
          setFailures((before) => before + 1)
          notify({ title: failed, text: stays, tone: 'danger' })
        },
      )
    }, [state])
    const isFailed = state === 'failed'
    useEffect(() => {
      if (!isFailed) return
      const again = () => setState('loading')
      addEventListener('online', again)
      return () => removeEventListener('online', again)
    }, [isFailed])
    if (Part) return <Part {...props} />
    if (!isFailed) return typeof waiting === 'function' ? waiting(props) : waiting
    const isStubborn = failures > 1
    const ways = (
      <>
        <Button onClick={() => setState('loading')}>Try again</Button>
        {isStubborn && <Button onClick={() => location.reload()}>Reload page</Button>}
      </>
    )
    return (
      <Alert title={failed} actions={ways}>
        {isStubborn ? remembered : stays}
      </Alert>
    )
  }
}

/**
 * A part that stands behind a button and is loaded by its first press, or a little before, when the
 * pointer or the focus comes near. Until then `press` belongs on the button; then the part, open.
 */
export function usePressed<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailed?: () => void,
) {
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>()
  const told = useRef(onFailed)
  useEffect(() => {
    told.current = onFailed
  })
  const prepare = () => void load().catch(() => {})
  const show = useCallback(() => {
    load().then(
      (Part) => setPart({ Part }),
      () => {
        notify({ title: failed, text: stays, tone: 'danger' })
        told.current?.()
      },
    )
  }, [load])
  const press = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: show,
    onPointerEnter: prepare,
    onFocus: prepare,
  } as const
  return { Part: part?.Part, press, show }
}
