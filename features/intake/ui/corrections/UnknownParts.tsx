import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { findSkusToSell } from '#features/skus/ui/parts/find-skus.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Combobox } from '#platform/ui/fields/Combobox.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { IntakeProblem } from '../../intake-form.ts'
import { correctionKey } from '../../rules.ts'
import { useIntakeWrites } from '../use-intake-writes.ts'

type Part = NonNullable<IntakeProblem['part']>

/** The part numbers that no SKU is known for: the person says which SKU each of them means. */
export function UnknownParts({ problems }: { problems: readonly IntakeProblem[] }) {
  const parts = new Map(
    problems.flatMap(({ part }) => {
      return part ? [[`${part.customerId} ${correctionKey(part.code)}`, part] as const] : []
    }),
  )
  if (parts.size === 0) return null
  return (
    <section aria-label="Unknown part numbers" className="grid gap-3">
      <h3 className="text-label">Unknown part numbers</h3>
      {[...parts].map(([key, part]) => (
        <PartCorrection key={key} part={part} />
      ))}
      <p className="text-caption font-normal text-muted">
        Save each, then run the message again. They are recognized from then on.
      </p>
    </section>
  )
}

function PartCorrection({ part: { customerId, customerCode, code } }: { part: Part }) {
  const [sku, setSku] = useState<Choice>()
  const [isSaved, setIsSaved] = useState(false)
  const mayNot = useWhyNot()('intake.work')
  const { correct } = useIntakeWrites()
  const label = `SKU for ${code}${customerCode ? ` of ${customerCode}` : ''}`
  const save = async () => {
    if (!sku) return
    const body = { customerId, text: code, skuId: sku.id }
    setIsSaved(await correct.isDone({ body }))
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label}>
          {(control) => (
            <Combobox<Choice>
              {...control}
              name="skus-to-sell"
              value={sku}
              onChange={(choice) => {
                setSku(choice)
                setIsSaved(false)
              }}
              search={findSkusToSell}
              scanTarget={label}
              placeholder="Type a code or a name"
            />
          )}
        </Field>
      </div>
      <Button
        size="small"
        isBusy={correct.isPending}
        whyNot={mayNot ?? (sku ? undefined : 'Select the SKU')}
        onClick={() => void save()}
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
    </div>
  )
}
