type OrderEmail = { id: string; from: string; po: string; text: string; csv: string }

/** A raw email with an order in its text and in an attached CSV file. `id` is its Message-ID. */
export const orderEmail = ({ id, from, po, text, csv }: OrderEmail) =>
  [
    `Message-ID: <${id}@acme.example>`,
    `From: Jane Doe <${from}>`,
    'To: orders@example.com',
    `Subject: PO ${po}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--cut',
    'Content-Type: text/csv; name=lines.csv',
    'Content-Disposition: attachment; filename=lines.csv',
    '',
    csv,
    '--cut--',
    '',
  ].join('\r\n')
