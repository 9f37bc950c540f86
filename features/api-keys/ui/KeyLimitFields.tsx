import { TextAreaField, UnitsField } from '#platform/ui/form/Fields.tsx'

/** The fields that limit a key: its calls per minute and its addresses. */
export function KeyLimitFields() {
  return (
    <>
      <UnitsField
        name="ratePerMinute"
        label="Calls per minute"
        min={1}
        hint="Empty: the limit of the server"
      />
      <TextAreaField
        name="addresses"
        label="Addresses"
        hint="IP addresses or ranges such as 203.0.113.0/24, one a line. Empty: any"
      />
    </>
  )
}
