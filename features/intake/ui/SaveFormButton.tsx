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
    const { form, remember, ...options } = toWire(getValues())
    const isValid = saveAndPlace.safeParse({ form, remember, ...options }).success
    // Shows the errors at their fields.
    if (!isValid) return void (await trigger())
    await update.tryRun({ params: { id }, body: { form, remember }, ifMatch: version })
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
