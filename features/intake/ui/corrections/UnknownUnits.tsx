import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { NumberInput } from '#platform/ui/fields/NumberInput.tsx'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'
import type { IntakeProblem } from '../../intake-form.ts'
import { correctionKey, maxUnitFactor } from '../../rules.ts'
import { useIntakeWrites } from '../use-intake-writes.ts'

type Unit = NonNullable<IntakeProblem['unit']>

/** The units of the customer that are not ours: the person says how many of ours each is. */
export function UnknownUnits({ problems }: { problems: readonly IntakeProblem[] }) {
  const units = new Map(
    problems.flatMap(({ unit }) => {
      if (!unit) return []
      return [[`${unit.customerId} ${unit.skuId} ${correctionKey(unit.text)}`, unit] as const]
    }),
  )
  if (units.size === 0) return null
  return (
    <section aria-label="Unknown units" className="grid gap-3">
      <h3 className="text-label">Unknown units</h3>
      {[...units].map(([key, unit]) => (
        <UnitCorrection key={key} unit={unit} />
      ))}
      <p className="text-caption font-normal text-muted">
        Save each, then run the message again. They are recognized from then on.
      </p>
    </section>
  )
}

function UnitCorrection({ unit }: { unit: Unit }) {
  const { customerId, customerCode, skuId, sku, text, ours } = unit
  const [typed, setTyped] = useState('')
  const [isSaved, setIsSaved] = useState(false)
  const mayNot = useWhyNot()('intake.work')
  const { correct } = useIntakeWrites()
  const factor = parseWholeNumber(typed)
  const isValid = Number.isInteger(factor) && Number(factor) >= 1 && Number(factor) <= maxUnitFactor
  const save = async () => {
    if (factor === undefined || !isValid) return
    setIsSaved(await correct.isDone({ body: { customerId, text, skuId, factor } }))
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={`${ours} in one ${text} of ${sku}${customerCode ? ` for ${customerCode}` : ''}`}
        >
          {(control) => (
            <NumberInput
              {...control}
              step="1"
              min={1}
              className="max-w-[14ch]"
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setIsSaved(false)
              }}
            />
          )}
        </Field>
      </div>
      <Button
        size="small"
        isBusy={correct.isPending}
        whyNot={mayNot ?? (isValid ? undefined : 'Enter a whole number from 1 to 10,000')}
        onClick={() => void save()}
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
    </div>
  )
}
