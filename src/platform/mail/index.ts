/** The interface of outgoing mail for the rest of the service. */
export { folderMail, type Mail, smtpMail } from "./mail.ts";
