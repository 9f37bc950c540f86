import type { ComponentType } from 'react'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { findActiveCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { ruleFields, type RuleName } from '#features/settings/rule-fields.ts'
import {
  DateField,
  MoneyField,
  SelectField,
  SwitchField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormCard } from '#platform/ui/form/FormCard.tsx'
import { PageForm } from '#platform/ui/form/PageForm.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { ApiError } from '#platform/web/api-client.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  createBacktest,
  hasChange,
  noChangeSentence,
  readLastBacktest,
  typedDraft,
} from '../contract.ts'
import { comparedDays, type DraftPart, draftParts, canTest } from '../rules.ts'
import { draftToWire, emptyDraft } from './draft-form.ts'

/** The draft to test: a card for each part that the role may change. */
export function BacktestForm() {
  const { data: me } = useMe()
  const creation = useWrite(createBacktest, { refreshes: [readLastBacktest] })
  const parts = me ? draftParts.filter((part) => canTest(me, part)) : []
  if (me && parts.length === 0) {
    return <Alert tone="info">Your role cannot change credit, prices or tax.</Alert>
  }
  return (
    <PageForm
      label="Test on past orders"
      schema={typedDraft}
      values={emptyDraft}
      toWire={draftToWire}
      submitLabel={`Test on the last ${comparedDays} days`}
      onSave={async (body, { idempotencyKey }) => {
        if (!hasChange(body)) throw new ApiError(422, noChangeSentence)
        await creation.run({ body, idempotencyKey })
      }}
    >
      {parts.map((part) => {
        const Card = cards[part]
        return <Card key={part} />
      })}
    </PageForm>
  )
}

type Options = Pick<(typeof ruleFields)[RuleName], 'options'>

/** The choices of a rule, and that it stays as it was. */
function optionsOf({ options = [] }: Options) {
  return [{ value: '', label: 'Unchanged' }, ...options]
}

const percentHint = 'For example 5 to raise or -2.5 to lower. Leave empty for no change.'

function CreditRulesCard() {
  const { creditZeroMeans, creditOver } = ruleFields
  const { creditOverdueDays, creditOverduePercent } = ruleFields
  return (
    <FormCard title="Credit rules">
      <SelectField
        name="creditRules.creditZeroMeans"
        label={creditZeroMeans.label}
        options={optionsOf(creditZeroMeans)}
      />
      <SelectField
        name="creditRules.creditOver"
        label={creditOver.label}
        options={optionsOf(creditOver)}
      />
      <UnitsField
        name="creditRules.creditOverdueDays"
        label={creditOverdueDays.label}
        hint="0: no limit. Leave empty for no change."
        min={0}
      />
      <UnitsField
        name="creditRules.creditOverduePercent"
        label={creditOverduePercent.label}
        hint="0: no limit. Leave empty for no change."
        min={0}
      />
    </FormCard>
  )
}

function CreditLimitsCard() {
  return (
    <FormCard title="Credit limits">
      <TextField
        name="creditLimits.percent"
        label="Change all limits by, %"
        hint={percentHint}
        length={10}
      />
      <RecordField
        name="creditLimits.customers.0.customerId"
        label="Or the limit of one customer"
        source="active-customers"
        search={findActiveCustomers}
      />
      <MoneyField name="creditLimits.customers.0.creditLimit" label="New credit limit" />
    </FormCard>
  )
}

function PricesCard() {
  return (
    <FormCard title="List prices">
      <TextField
        name="prices.percent"
        label="Change all list prices by, %"
        hint={percentHint}
        length={10}
      />
      <SwitchField name="prices.withTiers" label="Tier prices too" />
      <DateField
        name="prices.plannedFor"
        label="Use planned prices as of"
        hint="Uses the prices planned for this date. Leave empty for no change."
      />
    </FormCard>
  )
}

function TaxCard() {
  return (
    <FormCard title="Sales tax">
      <TextField
        name="tax.defaultRate"
        label="Default sales tax, %"
        hint="For example 8.25. Leave empty for no change."
        length={8}
      />
      <TextField
        name="tax.rates.0.country"
        label="Or the rate of a location: country"
        hint="A code or name: US, United States"
      />
      <TextField
        name="tax.rates.0.state"
        label="State"
        hint="FL or Florida. Leave empty for the whole country."
      />
      <TextField name="tax.rates.0.rate" label="Rate, %" hint="For example 8.25" length={8} />
    </FormCard>
  )
}

const cards: Readonly<Record<DraftPart, ComponentType>> = {
  creditRules: CreditRulesCard,
  creditLimits: CreditLimitsCard,
  prices: PricesCard,
  tax: TaxCard,
}
