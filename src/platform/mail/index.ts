/** The door of the mail. */
export { folderMail, type Mail, smtpMail } from "./mail.ts";
