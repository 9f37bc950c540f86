import { TextAreaField, UnitsField } from '#platform/ui/form/Fields.tsx'

/** The fields that limit a key: its calls per minute and its addresses. */
export function KeyLimitFields() {
  return (
    <>
      <UnitsField
        name="ratePerMinute"
        label="Calls per minute"
        min={1}
        hint="Leave empty to use the limit of the server"
      />
      <TextAreaField
        name="addresses"
        label="Addresses"
        hint="One IP address or range a line, such as 203.0.113.0/24. Leave empty to allow all"
      />
    </>
  )
}
