import { Save } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { IntakeMessageDetails } from '../contract.ts'
import { type FormValues, saveAndPlace, toWire } from './form-values.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type SaveFormButtonProps = { message: Pick<IntakeMessageDetails, 'id' | 'version'> }

/** Saves the form of a message without placing its order. */
export function SaveFormButton({ message: { id, version } }: SaveFormButtonProps) {
  const { getValues, trigger } = useFormContext<FormValues>()
  const whyNot = useWhyNot()('intake.work')
  const { update } = useIntakeWrites()
  const save = async () => {
    const body = toWire(getValues())
    // Shows the errors at their fields.
    if (!saveAndPlace.safeParse(body).success) return void (await trigger())
    const { isRepeatAccepted: _, isPriceAccepted: __, ...form } = body
    await update.tryRun({ params: { id }, body: form, ifMatch: version })
  }
  return (
    <Button
      size="small"
      icon={Save}
      isBusy={update.isPending}
      whyNot={whyNot}
      onClick={() => void save()}
    >
      Save
    </Button>
  )
}
