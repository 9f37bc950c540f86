import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  type Passkey,
  readPasskeys,
  readSecondFactor,
  removePasskey,
  renamePasskey,
} from '../../contract.ts'
import { ProofForm } from '../second-factor/ProofForm.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { canUsePasskeys } from './browser-passkeys.ts'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'

/** Lists the passkeys of the signed-in user, and adds, renames and removes them. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(readPasskeys)
  const [isAdding, setIsAdding] = useState(false)
  const whyNot = canUsePasskeys() ? undefined : 'This browser, or this address, has no passkeys'
  return (
    <Dialog
      title="Passkeys"
      description="A passkey signs you in by your device: its fingerprint, face or PIN."
      closesOutside={false}
      onClose={onClose}
    >
      <DialogBody>
        {isAdding ? (
          <AddPasskey onDone={() => setIsAdding(false)} />
        ) : (
          <>
            <Loaded read={read}>
              {({ passkeys }) =>
                passkeys.length === 0 ? (
                  <p>Your account has no passkey.</p>
                ) : (
                  <ul aria-label="Your passkeys">
                    {passkeys.map((passkey) => (
                      <Row key={passkey.id} passkey={passkey} />
                    ))}
                  </ul>
                )
              }
            </Loaded>
            <div className="mt-4 flex justify-end">
              <Button
                kind="primary"
                icon={Fingerprint}
                whyNot={whyNot}
                onClick={() => setIsAdding(true)}
              >
                Add a passkey
              </Button>
            </div>
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey
  const [step, setStep] = useState<'rename' | 'remove'>()
  const rename = useWrite(renamePasskey, {
    refreshes: [readPasskeys],
    success: 'The passkey was renamed',
    failure: 'Failed to rename the passkey',
  })
  if (step === 'rename') {
    return (
      <li className="border-line py-3 not-first:border-t">
        <PasskeyNameForm
          name={name}
          submitLabel="Rename"
          onSubmit={async (body) => {
            await rename.run({ params: { id }, body })
            setStep(undefined)
          }}
          onCancel={() => setStep(undefined)}
        />
      </li>
    )
  }
  const used = lastUsedAt ? `last used ${formatMoment(lastUsedAt)}` : 'not used yet'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-label break-words">{name}</p>
        <p className="text-table numbers text-muted">
          {`Added ${formatMoment(createdAt)}, ${used}. `}
          {isSynced ? 'Kept on several devices.' : 'On one device.'}
        </p>
      </div>
      {step === 'remove' ? (
        <Removal passkey={passkey} onCancel={() => setStep(undefined)} />
      ) : (
        <>
          <Button size="small" aria-label={`Rename ${name}`} onClick={() => setStep('rename')}>
            Rename
          </Button>
          <Button size="small" aria-label={`Remove ${name}`} onClick={() => setStep('remove')}>
            Remove
          </Button>
        </>
      )}
    </li>
  )
}

type RemovalProps = { passkey: Passkey; onCancel: () => void }

/** Asks for the password or a code, so that a screen left open cannot lose the passkey. */
function Removal({ passkey, onCancel }: RemovalProps) {
  const factor = useRead(readSecondFactor)
  const remove = useWrite(removePasskey, {
    refreshes: [readPasskeys],
    success: 'The passkey was removed',
    failure: 'Failed to remove the passkey',
  })
  return (
    <div className="basis-full">
      <p className="mb-3">It will not sign you in any more. Remove it?</p>
      <Loaded read={factor}>
        {({ isOn }) => (
          <ProofForm
            fields={[isOn ? 'code' : 'password']}
            submitLabel="Remove"
            onSubmit={async ({ password, code }) => {
              const body = isOn ? { code } : { password }
              await remove.run({ params: { id: passkey.id }, body })
            }}
          >
            <Button kind="ghost" onClick={onCancel}>
              Cancel
            </Button>
          </ProofForm>
        )}
      </Loaded>
    </div>
  )
}
