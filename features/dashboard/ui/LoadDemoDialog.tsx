import { useQueryClient } from '@tanstack/react-query'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { refresh, useWrite } from '#platform/web/api.ts'
import { type FirstSteps, startBusiness, readFirstSteps } from '../contract.ts'

type Props = { seen: FirstSteps['beginning']; onClose: () => void }

/** Explains what the demo data adds, and that it is permanent, before the user confirms. */
export function LoadDemoDialog({ seen, onClose }: Props) {
  const client = useQueryClient()
  const begin = useWrite(startBusiness, { refreshes: [readFirstSteps] })
  const load = async () => {
    if (await begin.isDone({ body: { with: 'demo', seen } })) onClose()
    else await refresh(client, [readFirstSteps])
  }
  return (
    <Dialog
      size="small"
      title="Load demo data"
      description="A year of a made-up business, to try everything with."
      onClose={onClose}
    >
      <DialogBody>
        <ul className="text-body grid list-disc gap-2 pl-5">
          <li>
            Customers, vendors, SKUs, orders, returns, invoices and bills are loaded, all or
            nothing. It takes about a minute; others may have to wait meanwhile.
          </li>
          <li>It cannot be taken out again: real work belongs in a database of its own.</li>
          <li>
            Its seven accounts begin with <strong>demo-</strong> and are switched off. Switch one on
            and give it a password under Manage users.
          </li>
          <li>
            Where nothing was exchanged with a warehouse yet, a week of syncs with two problems is
            loaded too; and where there is none, a notice of maintenance.
          </li>
          <li>Customers who pay late keep their credit: both rules about that are set to 0.</li>
        </ul>
        {begin.error && (
          <div className="mt-4">
            <Alert>{begin.error.sentence}</Alert>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" isBusy={begin.isPending} onClick={() => void load()}>
          Load it now
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
