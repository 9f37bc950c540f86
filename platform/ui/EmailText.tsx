/** An e-mail address that breaks, where it must, after its `@`. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
