import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { notify } from '../notices/toast.ts'

const failed = 'This section could not be loaded'
const reassurance = 'Your entries are not lost. Try again when the connection is back.'
const remembered =
  'It failed again. Some browsers do not retry a failed download. Save what ' +
  'you entered, then reload the page.'

/**
 * A lazy-loaded component, such as a dialog or a tab. While it loads, `waiting` is shown, by
 * default nothing; if loading fails, a message is, and the page with its input does not change.
 * Retries when the browser is online again. Browsers before Chromium 150 and Firefox 155 cache a
 * failed module until the page is reloaded (whatwg/html#10327), so after a second failure a reload
 * is offered, too.
 *
 * Not `React.lazy`: it hides the nearest boundary's whole content while it waits, including the
 * dialog around a tab, and a hidden dialog no longer traps the focus for the dialog over it. A
 * boundary for each component would delay loaded content by up to 300 ms.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
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
          notify({ title: failed, text: reassurance, tone: 'danger' })
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
    const hasFailedAgain = failures > 1
    const actions = (
      <>
        <Button onClick={() => setState('loading')}>Try again</Button>
        {hasFailedAgain && <Button onClick={() => location.reload()}>Reload page</Button>}
      </>
    )
    return (
      <Alert title={failed} actions={actions}>
        {hasFailedAgain ? remembered : reassurance}
      </Alert>
    )
  }
}

/**
 * A component behind a button, lazy-loaded on the first press, or earlier on hover or focus. Spread
 * `press` on the button until `Part` is loaded, then render `Part` open.
 */
export function usePressed<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailed?: () => void,
) {
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>()
  const failures = useRef(0)
  const onFailedRef = useRef(onFailed)
  useEffect(() => {
    onFailedRef.current = onFailed
  })
  const prepare = () => void load().catch(() => {})
  const show = useCallback(() => {
    load().then(
      (Part) => setPart({ Part }),
      () => {
        failures.current += 1
        const text = failures.current > 1 ? remembered : reassurance
        notify({ title: failed, text, tone: 'danger' })
        onFailedRef.current?.()
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
