ALTER TABLE "notification" DROP CONSTRAINT "notification_user_id_account_id_fk";
--> statement-breakpoint
ALTER TABLE "notification" DROP CONSTRAINT "notification_party_id_party_id_fk";
