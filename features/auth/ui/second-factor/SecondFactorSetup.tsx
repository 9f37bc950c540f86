import { useState } from 'react'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  confirmSecondFactor,
  enrollSecondFactor,
  readSecondFactor,
  type SecondFactorKey,
} from '../../contract.ts'
import { ProofForm } from './ProofForm.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Sets up a second factor: the password, the key with a first code, then the recovery codes. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const [key, setKey] = useState<SecondFactorKey>()
  const [codes, setCodes] = useState<readonly string[]>()
  const enroll = useWrite(enrollSecondFactor)
  const confirm = useWrite(confirmSecondFactor, {
    refreshes: [readSecondFactor],
    success: 'Your second factor is on',
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!key) {
    return (
      <div className="grid gap-4">
        <p>
          You need an authenticator app on your phone. Afterward you sign in with your password and
          a code from the app.
        </p>
        <ProofForm
          key="password"
          fields={['password']}
          submitLabel="Continue"
          onSubmit={async ({ password }) => setKey(await enroll.run({ body: { password } }))}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p>Scan the picture with your authenticator app, or type the key into it.</p>
      <QrCode text={key.qrText} label="QR code with the key for your authenticator app" />
      <p className="wrap-anywhere">
        <span className="text-label block">Key</span>
        <code>{(key.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <ProofForm
        key="code"
        fields={['code']}
        submitLabel="Turn on"
        onSubmit={async ({ code }) => {
          const { recoveryCodes } = await confirm.run({ body: { code } })
          setCodes(recoveryCodes)
        }}
      />
    </div>
  )
}
