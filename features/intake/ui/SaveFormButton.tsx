import { Save } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { type FormValues, toWire } from './form-values.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type SaveFormButtonProps = {
  id: number
  /** The version that the form is based on. */
  baseVersion: () => number
  onSaved: () => void
}

/** Saves the form of a message without placing its order. */
export function SaveFormButton({ id, baseVersion, onSaved }: SaveFormButtonProps) {
  const { getValues, trigger } = useFormContext<FormValues>()
  const whyNot = useWhyNot()('intake.work')
  const { update } = useIntakeWrites()
  const save = async () => {
    // Shows the errors at their fields.
    if (!(await trigger())) return
    const { isRepeatAccepted: _, isPriceAccepted: __, ...form } = toWire(getValues())
    const isSaved = await update.isDone({ params: { id }, body: form, ifMatch: baseVersion() })
    if (isSaved) onSaved()
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
