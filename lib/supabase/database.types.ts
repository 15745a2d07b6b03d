// Written by `npm run generate` from the migrations: change those, then run it again.

/** The REST API's form of a jsonb. */
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/**
 * The REST API's view of the database. Any argument of a function may be null. Postgres doesn't say where a result may
 * be: where the comment of the function does, the caller does too.
 */
export type Database = {
  countersign: {
    Tables: {
      account_sessions: {
        Row: {
          bypassed_factors: string[] | null;
          code_asked_at: string | null;
          device: string | null;
          ended_at: string | null;
          ended_because: string | null;
          first_seen_at: string;
          is_removing_factors: boolean;
          last_seen_at: string;
          location: string | null;
          method: string | null;
          recovered_at: string | null;
          session_id: string;
          signed_in_at: string | null;
          stepped_up_at: string | null;
          stepped_up_by: string | null;
          user_id: string;
        };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      accounts: {
        Row: {
          code: string;
          created_at: string;
          display_name: string | null;
          signed_in_without_wallet_at: string | null;
          user_id: string;
        };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      activity_events: {
        Row: {
          created_at: string;
          details: Json;
          device: string | null;
          id: number;
          kind: string;
          session_id: string | null;
          user_id: string;
        };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      proofs: {
        Row: {
          account_code: string;
          address: string;
          chain: string;
          display_name: string | null;
          ended_at: string | null;
          ended_because: string | null;
          evidence_at: string;
          id: string;
          is_public: boolean;
          method: string;
          names_account: boolean;
          origin: string;
          outcome: string;
          proven_at: string;
          user_id: string;
          wallet_id: string;
        };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      wallets: {
        Row: {
          address: string;
          chain: string;
          created_at: string;
          id: string;
          is_listed: boolean;
          is_primary: boolean;
          label: string | null;
          proof_id: string;
          proven_at: string;
          removed_at: string | null;
          removed_because: string | null;
          user_id: string;
          wallet_icon: string | null;
          wallet_name: string | null;
        };
        Insert: never;
        Update: never;
        Relationships: [];
      };
    };
    Views: {
      live_wallets: {
        Row: {
          account_name: string | null;
          address: string | null;
          chain: string | null;
          created_at: string | null;
          id: string | null;
          is_listed: boolean | null;
          is_primary: boolean | null;
          label: string | null;
          proof: Json;
          proof_id: string | null;
          proven_at: string | null;
          wallet_icon: string | null;
          wallet_name: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      add_oauth_client: {
        Args: {
          p_client: Json;
          p_secret_hash: string | null;
        };
        Returns: string;
      };
      add_oauth_key: {
        Args: {
          p_alg: string | null;
          p_kid: string | null;
          p_none_opens: boolean | null;
          p_sealed_key: string | null;
        };
        Returns: Json;
      };
      agree_to_email_change: {
        Args: {
          p_token_hash: string | null;
        };
        Returns: string;
      };
      ask_for_code: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
          p_withdraws: boolean | null;
        };
        Returns: boolean;
      };
      begin_authenticator_recovery: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string[];
      };
      begin_lost_authenticator_removal: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string[];
      };
      begin_mail: {
        Args: {
          p_email: string | null;
          p_mail_key: string | null;
          p_user_id: string | null;
        };
        Returns: {
          lastMailAt: string;
          secondsLeft: number;
        }[];
      };
      begin_oauth_request: {
        Args: {
          p_client_id: string | null;
          p_counters: Json;
          p_item_hash: string | null;
          p_kind: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_with_claims: boolean | null;
        };
        Returns: Json;
      };
      begin_passkey_removal: {
        Args: {
          p_passkey_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      begin_sign_in_method_change: {
        Args: {
          p_acting_session_id: string | null;
          p_device: string | null;
          p_kind: string | null;
          p_reference: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      block_email_change: {
        Args: {
          p_asks_old: boolean | null;
          p_email: string | null;
          p_token_hash: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      can_read_passkeys: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      change_own_oauth_client: {
        Args: {
          p_client: Json;
          p_client_id: string | null;
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      change_public_page: {
        Args: {
          p_change: string | null;
          p_device: string | null;
          p_github_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      claim_outbox: {
        Args: {
          p_at_most: number | null;
        };
        Returns: {
          createdAt: string;
          details: Json;
          id: string;
          kind: string;
          recipient: string;
          retryAt: string;
        }[];
      };
      claim_passkey_offer: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: boolean;
      };
      claim_pending_deletions: {
        Args: {
          p_at_most: number | null;
        };
        Returns: string[];
      };
      claim_wallet_account: {
        Args: {
          p_address: string | null;
          p_user_id: string | null;
        };
        Returns: string;
      };
      clean_up: {
        Args: {
          p_unless_within_seconds: number | null;
        };
        Returns: Json;
      };
      clear_email_change: {
        Args: {
          p_user_id: string | null;
        };
        Returns: null;
      };
      close_account_by_operator: {
        Args: {
          p_reason: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      commit_oauth_request: {
        Args: {
          p_changes: Json;
        };
        Returns: Json;
      };
      consume_challenge: {
        Args: {
          p_challenge_id: string | null;
          p_session_id: string | null;
          p_signature: string | null;
          p_signed_bytes: string | null;
          p_user_id: string | null;
        };
        Returns: {
          address: string;
          chain: string;
          message: string;
          method: string;
          origin: string;
          purpose: string;
        }[];
      };
      consume_factor_code: {
        Args: {
          p_code_hash: string | null;
        };
        Returns: boolean;
      };
      consume_mail_token: {
        Args: {
          p_token_hash: string | null;
          p_token_key: string | null;
        };
        Returns: boolean;
      };
      consume_rate_limit: {
        Args: {
          p_counters: Json;
          p_kind: string | null;
        };
        Returns: null;
      };
      consume_recovery_code: {
        Args: {
          p_code_hash: string | null;
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: boolean;
      };
      consume_sign_in_challenge: {
        Args: {
          p_browser_hash: string | null;
          p_id: string | null;
          p_signature: string | null;
          p_signed_bytes: string | null;
        };
        Returns: {
          address: string;
          chain: string;
          message: string;
          method: string;
          origin: string;
        }[];
      };
      count_for_operators: {
        Args: Record<never, never>;
        Returns: Json;
      };
      decline_passkey_offer: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      delete_account: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      deny_oauth_interaction: {
        Args: {
          p_id_hash: string | null;
        };
        Returns: null;
      };
      describe_account: {
        Args: {
          p_chain: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      describe_oauth_request: {
        Args: {
          p_chain: string | null;
          p_client_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      describe_public_page: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      describe_recovery: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: {
          mayRemove: boolean;
          secondFactors: number;
        }[];
      };
      describe_recovery_codes: {
        Args: {
          p_user_id: string | null;
        };
        Returns: {
          areKept: boolean;
          madeAt: string;
          unused: number;
        }[];
      };
      describe_schema: {
        Args: Record<never, never>;
        Returns: Json;
      };
      describe_security: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      describe_sign_in_methods: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      disable_oauth_client: {
        Args: {
          p_client_id: string | null;
          p_is_disabled: boolean | null;
        };
        Returns: null;
      };
      discard_challenges: {
        Args: {
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_mail: {
        Args: {
          p_counters: Json;
          p_email: string | null;
          p_last_mail_at: string | null;
          p_mail_key: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_oauth_grant: {
        Args: {
          p_device: string | null;
          p_grant_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_other_sessions: {
        Args: {
          p_because: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_session: {
        Args: {
          p_session_id: string | null;
          p_target: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_sessions_by_operator: {
        Args: {
          p_reason: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      end_sessions_of_old_email: {
        Args: {
          p_keep: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_sessions_of_passkey: {
        Args: {
          p_passkey_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      end_sessions_of_sign_in_method: {
        Args: {
          p_address: string | null;
          p_method: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      ensure_account: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: {
          code: string;
          displayName: string;
        }[];
      };
      exempt_oauth_client_from_pkce: {
        Args: {
          p_client_id: string | null;
          p_is_exempt: boolean | null;
        };
        Returns: null;
      };
      export_activity: {
        Args: {
          p_after: number | null;
          p_at_most: number | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      export_proofs: {
        Args: {
          p_after: string | null;
          p_at_most: number | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      export_wallets: {
        Args: {
          p_after: string | null;
          p_at_most: number | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      find_abandoned_sign_ups: {
        Args: {
          p_at_most: number | null;
        };
        Returns: string[];
      };
      find_account_for_operator: {
        Args: {
          p_query: string | null;
        };
        Returns: Json;
      };
      find_account_of_mail_link: {
        Args: {
          p_token_hash: string | null;
        };
        Returns: {
          email: string;
          isConfirmed: boolean;
          userId: string;
        }[];
      };
      find_authenticator_recovery: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      find_email_change_of_link: {
        Args: {
          p_token_hash: string | null;
        };
        Returns: {
          accountCode: string;
          accountEmail: string;
          address: string;
          newEmail: string;
          userId: string;
        }[];
      };
      find_providers_of_email: {
        Args: {
          p_email: string | null;
        };
        Returns: string[];
      };
      find_wallet_account: {
        Args: {
          p_address: string | null;
          p_chain: string | null;
        };
        Returns: {
          identityOf: string;
          provenBy: string;
          provenByEmail: string;
          wasRemoved: boolean;
        }[];
      };
      finish_deletion: {
        Args: {
          p_user_id: string | null;
        };
        Returns: null;
      };
      finish_oauth_consent: {
        Args: {
          p_grant_id: string | null;
          p_id_hash: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      finish_oauth_login: {
        Args: {
          p_id_hash: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      finish_outbox_mail: {
        Args: {
          p_mail_id: string | null;
        };
        Returns: null;
      };
      finish_sign_in_method_change: {
        Args: {
          p_kind: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      give_oauth_grant: {
        Args: {
          p_client_id: string | null;
          p_device: string | null;
          p_page_id: string | null;
          p_scopes: string[] | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_ids: string[] | null;
        };
        Returns: string;
      };
      has_asked_for_code: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: boolean;
      };
      is_credential_known: {
        Args: {
          p_credential_id: string | null;
        };
        Returns: boolean;
      };
      is_wallet_session: {
        Args: {
          p_session_id: string | null;
        };
        Returns: boolean;
      };
      issue_challenge: {
        Args: {
          p_address: string | null;
          p_chain: string | null;
          p_expires_in_seconds: number | null;
          p_message: string | null;
          p_method: string | null;
          p_nonce: string | null;
          p_origin: string | null;
          p_purpose: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string;
      };
      issue_sign_in_challenge: {
        Args: {
          p_address: string | null;
          p_browser_hash: string | null;
          p_chain: string | null;
          p_expires_in_seconds: number | null;
          p_message: string | null;
          p_method: string | null;
          p_nonce: string | null;
          p_origin: string | null;
        };
        Returns: string;
      };
      keep_recovery_codes: {
        Args: {
          p_made_at: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: boolean;
      };
      keep_sign_in_method: {
        Args: {
          p_device: string | null;
          p_method_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      label_wallet: {
        Args: {
          p_device: string | null;
          p_label: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      list_activity: {
        Args: {
          p_before: number | null;
          p_limit: number | null;
          p_session_id: string | null;
          p_show: string | null;
          p_since: string | null;
          p_until: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      list_known_authenticators: {
        Args: {
          p_user_id: string | null;
        };
        Returns: string[];
      };
      list_oauth_clients: {
        Args: Record<never, never>;
        Returns: Json;
      };
      list_oauth_grants: {
        Args: {
          p_page: number | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      list_oauth_keys: {
        Args: Record<never, never>;
        Returns: Json;
      };
      list_own_oauth_attempts: {
        Args: {
          p_client_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      list_own_oauth_clients: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      list_passkeys: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: {
          addedAt: string;
          credentialId: string;
          id: string;
          isConfirmed: boolean;
          isSynced: boolean;
          lastUsedAt: string;
          name: string;
        }[];
      };
      list_sessions: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: {
          device: string;
          firstSeenAt: string;
          id: string;
          isFromElsewhere: boolean;
          isRecovered: boolean;
          isWaiting: boolean;
          lastSeenAt: string;
          location: string;
          method: string;
        }[];
      };
      list_step_up_methods: {
        Args: {
          p_chain: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      list_wallet: {
        Args: {
          p_device: string | null;
          p_is_listed: boolean | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      list_wallets: {
        Args: {
          p_chain: string | null;
          p_order: string | null;
          p_page: number | null;
          p_search: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      list_wallets_of_subject: {
        Args: {
          p_client_id: string | null;
          p_sub: string | null;
        };
        Returns: Json;
      };
      make_wallet_primary: {
        Args: {
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      mark_passkey_session: {
        Args: {
          p_credential_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string;
      };
      mark_wallet_session: {
        Args: {
          p_address: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      offer_account_deletion: {
        Args: {
          p_challenge_id: string | null;
          p_session_id: string | null;
          p_signature: string | null;
          p_signed_bytes: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      poll_oauth_events: {
        Args: {
          p_acks: string[] | null;
          p_at_most: number | null;
          p_client_id: string | null;
        };
        Returns: Json;
      };
      publish_wallet: {
        Args: {
          p_device: string | null;
          p_is_public: boolean | null;
          p_proof_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      read_access_token: {
        Args: {
          p_token_hash: string | null;
        };
        Returns: Json;
      };
      read_oauth_client: {
        Args: {
          p_client_id: string | null;
        };
        Returns: Json;
      };
      read_oauth_client_logo: {
        Args: {
          p_client_id: string | null;
        };
        Returns: string;
      };
      read_oauth_interaction: {
        Args: {
          p_id_hash: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      read_public_page: {
        Args: {
          p_id: string | null;
        };
        Returns: Json;
      };
      read_public_proof: {
        Args: {
          p_proof_id: string | null;
        };
        Returns: Json;
      };
      record_event: {
        Args: {
          p_acting_session_id: string | null;
          p_details: Json;
          p_device: string | null;
          p_kind: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_oauth_attempt: {
        Args: {
          p_client_id: string | null;
          p_code: string | null;
          p_counters: Json;
          p_has_secret: boolean | null;
          p_redirect_host: string | null;
          p_step: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_proof: {
        Args: {
          p_challenge_id: string | null;
          p_device: string | null;
          p_session_id: string | null;
          p_signature: string | null;
          p_signed_bytes: string | null;
          p_user_id: string | null;
        };
        Returns: {
          closedUserId: string;
          outcome: string;
          proofId: string;
          walletId: string;
        }[];
      };
      record_refused_sign_in: {
        Args: {
          p_device: string | null;
          p_email: string | null;
          p_method: string | null;
        };
        Returns: null;
      };
      record_session: {
        Args: {
          p_device: string | null;
          p_location: string | null;
          p_method: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_sign_in: {
        Args: {
          p_details: Json;
          p_device: string | null;
          p_is_known_browser: boolean | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_step_up: {
        Args: {
          p_by: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_step_up_by_passkey: {
        Args: {
          p_proof_session: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_step_up_by_wallet: {
        Args: {
          p_challenge_id: string | null;
          p_session_id: string | null;
          p_signature: string | null;
          p_signed_bytes: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      record_token_reuse: {
        Args: {
          p_grant_id: string | null;
        };
        Returns: null;
      };
      record_wallet_sign_in: {
        Args: {
          p_browser_hash: string | null;
          p_device: string | null;
          p_id: string | null;
          p_session_id: string | null;
          p_signature: string | null;
          p_signed_bytes: string | null;
          p_user_id: string | null;
        };
        Returns: {
          proofId: string;
          walletId: string;
        }[];
      };
      register_own_oauth_client: {
        Args: {
          p_client: Json;
          p_device: string | null;
          p_secret_hash: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string;
      };
      release_mail_token: {
        Args: {
          p_token_hash: string | null;
          p_token_key: string | null;
        };
        Returns: null;
      };
      remove_oauth_client: {
        Args: {
          p_client_id: string | null;
        };
        Returns: null;
      };
      remove_own_oauth_client: {
        Args: {
          p_client_id: string | null;
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      remove_second_factor_by_operator: {
        Args: {
          p_reason: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      remove_wallet: {
        Args: {
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      rename_passkey: {
        Args: {
          p_name: string | null;
          p_passkey_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      replace_recovery_codes: {
        Args: {
          p_code_hashes: string[] | null;
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string;
      };
      require_live_session: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      require_recent_auth: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      reseal_oauth_key: {
        Args: {
          p_kid: string | null;
          p_sealed_key: string | null;
          p_was: string | null;
        };
        Returns: null;
      };
      reset_rate_limit: {
        Args: {
          p_key_hashes: Json;
          p_kind: string | null;
        };
        Returns: null;
      };
      resolve_first_password: {
        Args: {
          p_email: string | null;
          p_mark: string | null;
          p_token_hash: string | null;
        };
        Returns: string;
      };
      rotate_oauth_client_secret: {
        Args: {
          p_client_id: string | null;
          p_keep_seconds: number | null;
          p_newest_made_at: string | null;
          p_secret_hash: string | null;
        };
        Returns: null;
      };
      rotate_own_oauth_client_secret: {
        Args: {
          p_client_id: string | null;
          p_device: string | null;
          p_keep_seconds: number | null;
          p_newest_made_at: string | null;
          p_secret_hash: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      schema_version: {
        Args: Record<never, never>;
        Returns: string;
      };
      set_display_name: {
        Args: {
          p_device: string | null;
          p_display_name: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
      set_wallet_appearance: {
        Args: {
          p_icon: string | null;
          p_name: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      share_wallets: {
        Args: {
          p_device: string | null;
          p_grant_id: string | null;
          p_page_id: string | null;
          p_session_id: string | null;
          p_shared_ids: string[] | null;
          p_user_id: string | null;
          p_wallet_ids: string[] | null;
        };
        Returns: null;
      };
      start_email_change: {
        Args: {
          p_email: string | null;
          p_pause_seconds: number | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: string;
      };
      start_export: {
        Args: {
          p_device: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: Json;
      };
      touch_session: {
        Args: {
          p_session_id: string | null;
          p_user_id: string | null;
        };
        Returns: boolean;
      };
      unshare_wallet: {
        Args: {
          p_device: string | null;
          p_grant_id: string | null;
          p_session_id: string | null;
          p_user_id: string | null;
          p_wallet_id: string | null;
        };
        Returns: null;
      };
      void_recovery_codes: {
        Args: {
          p_user_id: string | null;
        };
        Returns: null;
      };
      withdraw_passkey_change: {
        Args: {
          p_credential_id: string | null;
          p_passkey_id: string | null;
          p_user_id: string | null;
        };
        Returns: null;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
