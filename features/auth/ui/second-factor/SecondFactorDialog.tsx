import { useState } from 'react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  createRecoveryCodes,
  readSecondFactor,
  type SecondFactor,
  turnOffSecondFactor,
} from '../../contract.ts'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

/** Turns the second factor of the signed-in user on and off, and renews the recovery codes. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(readSecondFactor)
  // The setup goes on to the recovery codes after the second factor is on.
  const [isSettingUp, setIsSettingUp] = useState(false)
  return (
    <Dialog
      title="Second factor"
      description="A code from an authenticator app, besides your password."
      closesOutside={false}
      onClose={onClose}
    >
      <DialogBody>
        <Loaded read={read}>
          {(factor) => {
            if (isSettingUp) return <SecondFactorSetup onDone={onClose} />
            if (factor.isOn) return <TurnedOn factor={factor} onClose={onClose} />
            return (
              <div className="grid justify-items-start gap-4">
                <p>Your account has no second factor. You sign in with your password alone.</p>
                <Button kind="primary" onClick={() => setIsSettingUp(true)}>
                  Set up
                </Button>
              </div>
            )
          }}
        </Loaded>
      </DialogBody>
    </Dialog>
  )
}

type TurnedOnProps = { factor: SecondFactor; onClose: () => void }

function TurnedOn({ factor, onClose }: TurnedOnProps) {
  const [step, setStep] = useState<'renew' | 'turnOff'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = useWrite(createRecoveryCodes, { refreshes: [readSecondFactor] })
  const turnOff = useWrite(turnOffSecondFactor, {
    refreshes: [readSecondFactor],
    success: 'Your second factor is off',
  })
  const cancel = (
    <Button kind="ghost" onClick={() => setStep(undefined)}>
      Cancel
    </Button>
  )
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  if (step === 'renew') {
    return (
      <ProofForm
        fields={['password', 'code']}
        submitLabel="Replace the codes"
        onSubmit={async (body) => setCodes((await renew.run({ body })).recoveryCodes)}
      >
        {cancel}
      </ProofForm>
    )
  }
  if (step === 'turnOff') {
    return (
      <ProofForm
        fields={['password', 'code']}
        submitLabel="Turn off"
        onSubmit={async (body) => {
          await turnOff.run({ body })
          onClose()
        }}
      >
        {cancel}
      </ProofForm>
    )
  }
  const { confirmedAt, recoveryCodesLeft } = factor
  return (
    <div className="grid gap-4">
      <p>
        {`On since ${formatMoment(confirmedAt ?? '')}. `}
        {`${recoveryCodesLeft} unused recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'}.`}
        {factor.isRequired && ' Your role requires it.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setStep('renew')}>New recovery codes</Button>
        <Button onClick={() => setStep('turnOff')}>Turn off</Button>
      </div>
    </div>
  )
}
