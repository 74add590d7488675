/** What fake wallet apps do, and this product cannot do. */
export function FakeAppAnswer() {
  return (
    <>
      <p>Leave an app, a page or a chat that does one of these:</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>It shows you money that you never put in, and asks for a payment before you can withdraw it.</li>
        <li>It wants a transfer to the account of a person, for a code, a tax, an upgrade or a “verification”.</li>
        <li>It says “successful” after some seconds, and your bank knows nothing about it.</li>
        <li>Somebody asks for your PIN, your password or a code, even if the name and the picture look right.</li>
      </ul>
      <p>
        Here money comes in only to account numbers issued for you. A payment is completed only once the bank or
        company, or two of our team, have confirmed it. You pay only the price, fee and duty you see before you agree.
      </p>
    </>
  )
}
