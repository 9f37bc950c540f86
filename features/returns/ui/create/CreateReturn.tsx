import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter, DiscardPrompt } from '#platform/ui/dialogs/Dialog.tsx'
import { useDiscardPrompt, useGuard } from '#platform/ui/dialogs/discard-prompt.ts'
import { InvalidFields } from '#platform/ui/form/ErrorSummary.tsx'
import { useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { newIdempotencyKey, useRead, useWrite } from '#platform/web/api-hooks.ts'
import { isKeyOfOther } from '#platform/web/api-client.ts'
import { LinesStep } from './LinesStep.tsx'
import { ChooseOrderStep } from './ChooseOrderStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { createReturn, readReturnable } from '../../contract.ts'
import { findOrder } from './find-orders-and-parties.ts'
import {
  bodyOf,
  type Draft,
  emptyDraft,
  linesOf,
  problemsOf,
  invalidFields,
} from './return-draft.ts'
import type { ReturnType as Kind } from '../../rules.ts'
import { returnReads } from '../use-return-writes.ts'
import { typeNames } from '../../labels.ts'

type CreateReturnProps = { type: Kind; orderNumber?: string; onClose: () => void }

/** Wizard for a new return in three steps: order, lines, review. */
export function CreateReturn({ type, orderNumber, onClose }: CreateReturnProps) {
  const form = useRef<HTMLFormElement>(null)
  const { asks, ask, keep, leave, discard } = useDiscardPrompt(onClose)
  const state = useCreation({ type, orderNumber, onClose: leave })
  const { step, draft, order, read, isSaving, isDirty } = state
  useGuard(isDirty, ask, isSaving)
  useFirstField(form, step)
  const close = () => {
    if (isSaving) return
    if (asks) keep()
    else if (isDirty) ask()
    else leave()
  }
  useShortcut('submit', () => state.goOn())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.goOn()
  }
  const name = `Create ${typeNames[type]}`
  return (
    <Dialog title={name} place="Forms" onClose={close} closesOutside={!isDirty}>
      <form ref={form} noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
        <DialogBody>
          <Progress step={step} />
          <InvalidFields wrong={state.wrong} failure={state.failure} attempt={state.attempts} />
          <fieldset disabled={isSaving}>
            {step === 1 && (
              <ChooseOrderStep draft={draft} order={order} change={state.change} read={read} />
            )}
            {step === 2 && (
              <LinesStep draft={draft} problems={state.problems} change={state.change} />
            )}
            {step === 3 && (
              <ReviewStep
                draft={{ ...draft, order }}
                party={
                  draft.isWithoutOrder ? (draft.party?.text ?? '') : (read.data?.partyName ?? '')
                }
                orderNumber={draft.isWithoutOrder ? undefined : order?.code}
                warning={draft.isWithoutOrder ? undefined : read.data?.warning}
              />
            )}
          </fieldset>
        </DialogBody>
        {asks ? (
          <DiscardPrompt onDiscard={discard} onKeep={keep} />
        ) : (
          <StepFooter state={state} name={name} onCancel={close} />
        )}
      </form>
    </Dialog>
  )
}

type StepFooterProps = {
  state: ReturnType<typeof useCreation>
  /** Label of the last step's button. */
  name: string
  onCancel: () => void
}

function StepFooter({ state, name, onCancel }: StepFooterProps) {
  const { step, isSaving, whyNot, goBack } = state
  const whyNotId = useId()
  return (
    <DialogFooter>
      {whyNot && (
        <p id={whyNotId} className="text-table mr-auto text-muted">
          {whyNot}
        </p>
      )}
      <Button onClick={onCancel} disabled={isSaving}>
        Cancel
      </Button>
      {step > 1 && (
        <Button onClick={goBack} disabled={isSaving}>
          Back
        </Button>
      )}
      <Button
        kind="primary"
        type="submit"
        isBusy={isSaving}
        disabled={whyNot !== undefined}
        aria-describedby={whyNot && whyNotId}
      >
        {step === 3 ? name : 'Next'}
      </Button>
    </DialogFooter>
  )
}

/** Returns what the first step still requires. */
function whyNotNext({ isWithoutOrder, type }: Draft): string {
  if (!isWithoutOrder) return 'Select a shipped order to continue'
  return type === 'rma' ? 'Select the customer' : 'Select the vendor'
}

const stepNames = ['Original order', 'Lines', 'Review'] as const

function Progress({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
      {stepNames.map((name, index) => (
        <li
          key={name}
          aria-current={step === index + 1 ? 'step' : undefined}
          className={clsx('text-label', step === index + 1 ? 'text-link' : 'text-muted')}
        >
          {`${index + 1} ${name}`}
        </li>
      ))}
    </ol>
  )
}

/** Focuses the first field of each step; in the review, the submit button. */
function useFirstField(form: { current: HTMLFormElement | null }, step: number): void {
  useEffect(() => {
    const fields = 'fieldset :is(input, select, textarea):enabled'
    const first = step === 3 ? undefined : form.current?.querySelector<HTMLElement>(fields)
    const target = first ?? form.current?.querySelector<HTMLElement>('button[type=submit]')
    target?.focus()
  }, [form, step])
}

/** State of the wizard: the draft, the step, and its transitions. */
function useCreation({ type, orderNumber, onClose }: CreateReturnProps) {
  const [step, setStep] = useState(1)
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(type))
  const [isDirty, setIsDirty] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const requestedOrder = useQuery({
    queryKey: ['choices', 'return-order', type, orderNumber],
    queryFn: async () => (await findOrder(type, orderNumber ?? '')) ?? null,
    enabled: orderNumber !== undefined,
  })
  const order = draft.order ?? (isDirty ? undefined : (requestedOrder.data ?? undefined))
  const read = useRead(readReturnable, {
    query: type === 'rma' ? { salesOrderId: order?.id } : { purchaseOrderId: order?.id },
    enabled: order !== undefined && !draft.isWithoutOrder,
  })
  const creation = useSaving(onClose, () => setAttempts((count) => count + 1))
  const { data } = read
  const isOrderReturnable = !draft.isWithoutOrder && data !== undefined && data.whyNot === null
  const isOriginComplete = draft.isWithoutOrder ? draft.party !== undefined : isOrderReturnable
  const problems = isChecked ? problemsOf(draft) : []
  const change = (patch: Partial<Draft>) => {
    setIsDirty(true)
    setDraft((before) => ({ ...before, order, ...patch }))
  }
  const nextStep = () => {
    if (step === 1 && isOriginComplete) {
      // Lines already filled in are retained as long as the order does not change.
      if (data && draft.lines.length === 0 && isOrderReturnable) change({ lines: linesOf(data) })
      setStep(2)
    } else if (step === 2) {
      setIsChecked(true)
      if (problemsOf(draft).length === 0) setStep(3)
      else setAttempts(attempts + 1)
    } else if (step === 3 && !creation.isSaving) {
      void creation.save(bodyOf({ ...draft, order }))
    }
  }
  return {
    step,
    draft,
    order,
    read,
    problems,
    wrong: step === 2 ? invalidFields(draft, problems) : [],
    attempts,
    isDirty,
    isSaving: creation.isSaving,
    failure: step === 3 ? creation.failure : undefined,
    whyNot: step === 1 && !isOriginComplete ? whyNotNext(draft) : undefined,
    change,
    goOn: nextStep,
    goBack: () => setStep(step - 1),
  }
}

/** Creates the return; a failure remains on the form, so the user can try again. */
function useSaving(onSaved: () => void, onFailure: () => void) {
  const key = useRef(newIdempotencyKey())
  const { run, isPending, error } = useWrite(createReturn, {
    refreshes: returnReads,
    success: 'Return created successfully',
    failure: 'Failed to create return',
  })
  const save = async (body: ReturnType<typeof bodyOf>) => {
    try {
      await run({ body, idempotencyKey: key.current })
    } catch (failure) {
      if (isKeyOfOther(failure)) key.current = newIdempotencyKey()
      onFailure()
      return
    }
    onSaved()
  }
  return { save, isSaving: isPending, failure: error?.sentence }
}
