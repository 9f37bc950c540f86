import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  addPasskey,
  type CreatedCredential,
  type CreationOptions,
  readPasskeys,
  readSecondFactor,
  startPasskey,
} from '../../contract.ts'
import { ProofForm } from '../second-factor/ProofForm.tsx'
import { deviceOf } from '../device-name.ts'
import { createPasskey } from './browser-passkeys.ts'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'

const notMade = 'No passkey was made. Try again, and confirm on your device'

/** Adds a passkey: the password or a code, then its name, then the device itself. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const factor = useRead(readSecondFactor)
  const [options, setOptions] = useState<CreationOptions>()
  const start = useWrite(startPasskey)
  const add = useWrite(addPasskey, {
    refreshes: [readPasskeys],
    success: ({ name }) => ({ title: 'Success', text: `${name} signs you in from now on` }),
    failure: 'Failed to add the passkey',
  })
  if (options) {
    return (
      <PasskeyNameForm
        name={deviceOf(navigator.userAgent)}
        submitLabel="Make the passkey"
        onCancel={onDone}
        onSubmit={async ({ name }) => {
          const credential = await made(options)
          try {
            await add.run({ body: { name, credential } })
          } finally {
            // Its challenge counts once, so another try begins anew.
            onDone()
          }
        }}
      >
        <p>Your browser asks you next to confirm with your fingerprint, face or PIN.</p>
      </PasskeyNameForm>
    )
  }
  return (
    <Loaded read={factor}>
      {({ isOn }) => (
        <ProofForm
          fields={[isOn ? 'code' : 'password']}
          submitLabel="Continue"
          onSubmit={async ({ password, code }) =>
            setOptions(await start.run({ body: isOn ? { code } : { password } }))
          }
        >
          <Button kind="ghost" onClick={onDone}>
            Cancel
          </Button>
        </ProofForm>
      )}
    </Loaded>
  )
}

async function made(options: CreationOptions): Promise<CreatedCredential> {
  try {
    return await createPasskey(options)
  } catch {
    // What browsers throw differs, and says nothing to the person who cancelled.
    throw new Error(notMade)
  }
}
