/** A website as a link that opens beside the program; text that is no address stays text. */
export function WebsiteLink({ website }: { website: string }) {
  const address = addressOf(website)
  if (!address) return website
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {website}
    </a>
  )
}

/** The address of a website that was entered with or without `https://`. */
function addressOf(website: string): string | undefined {
  const text = /^https?:\/\//i.test(website) ? website : `https://${website}`
  if (!URL.canParse(text)) return undefined
  const { hostname, href } = new URL(text)
  return hostname.includes('.') ? href : undefined
}
