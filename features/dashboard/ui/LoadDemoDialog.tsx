import { useQueryClient } from '@tanstack/react-query'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { refresh, useWrite } from '#platform/web/api-hooks.ts'
import { type FirstSteps, startBusiness, readFirstSteps } from '../contract.ts'

type Props = { seen: FirstSteps['beginning']; onClose: () => void }

/** Explains what the demo data adds, and that it is permanent, before the user confirms. */
export function LoadDemoDialog({ seen, onClose }: Props) {
  const client = useQueryClient()
  const start = useWrite(startBusiness, { refreshes: [readFirstSteps] })
  const load = async () => {
    if (await start.isDone({ body: { with: 'demo', seen } })) onClose()
    else await refresh(client, [readFirstSteps])
  }
  return (
    <Dialog
      size="small"
      title="Load demo data"
      description="A year of sample business data to try everything."
      onClose={onClose}
    >
      <DialogBody>
        <ul className="text-body grid list-disc gap-2 pl-5">
          <li>
            This loads customers, vendors, SKUs, orders, returns, invoices and bills, either all or
            none. It takes about a minute. Other users may have to wait.
          </li>
          <li>Demo data cannot be removed later. Use another database for real work.</li>
          <li>
            Its seven accounts start with <strong>demo-</strong> and are inactive. Activate one and
            set its password under Users in Settings.
          </li>
          <li>
            If no data was exchanged with a warehouse yet, a week of syncs with two problems is
            loaded too. If there is no maintenance notice, one is added.
          </li>
          <li>Overdue invoices do not block credit, because both overdue rules are set to 0.</li>
        </ul>
        {start.error && (
          <div className="mt-4">
            <Alert>{start.error.sentence}</Alert>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" isBusy={start.isPending} onClick={() => void load()}>
          Load it now
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
