import { LogIn } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { startSingleSignOn } from '../../contract.ts'
import { rememberPage } from './sign-on-return.ts'

type SingleSignOnButtonProps = {
  /** What the company calls its provider. */
  text: string
  /** The page to open afterward. */
  next: string | undefined
}

/** Sends the browser to the provider of the company. */
export function SingleSignOnButton({ text, next }: SingleSignOnButtonProps) {
  const start = useWrite(startSingleSignOn, {
    failure: (error) => ({ title: 'Login failed', text: error.message, tone: 'danger' }),
  })
  const open = async () => {
    const begun = await start.tryRun({})
    if (!begun) return
    rememberPage(next)
    location.assign(begun.address)
  }
  return (
    <Button icon={LogIn} className="w-full" isBusy={start.isPending} onClick={() => void open()}>
      {text}
    </Button>
  )
}
