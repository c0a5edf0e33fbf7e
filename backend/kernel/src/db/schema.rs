//! The tables as diesel knows them; identical for both databases (a test compares them).
#![allow(missing_docs)] // The macro writes the items; the tables are documented in the migrations.

diesel::table! {
    setting (name) { name -> Text, value -> Text, }
}
diesel::table! {
    service (service_id) { service_id -> BigInt, code -> Text, name -> Text, }
}
diesel::table! {
    menu_item (menu_item_id) {
        menu_item_id -> BigInt,
        parent_id -> Nullable<BigInt>,
        name -> Text,
        url -> Text,
        unrestricted -> Bool,
        position -> BigInt,
        given_name -> Nullable<Text>,
        names -> Text,
        is_hidden -> Bool,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    permission_group (permission_group_id) {
        permission_group_id -> BigInt,
        name -> Text,
        authority -> Text,
        name_key -> Text,
        description -> Nullable<Text>,
        is_built_in -> Bool,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
        company_id -> Nullable<BigInt>,
        requires_two_steps -> Bool,
    }
}
diesel::table! {
    permission (permission_group_id, menu_item_id) {
        permission_group_id -> BigInt,
        menu_item_id -> BigInt,
        can_read -> Bool,
        can_create -> Bool,
        can_update -> Bool,
        can_delete -> Bool,
    }
}
diesel::table! {
    permission_group_service (permission_group_id, service_id) { permission_group_id -> BigInt, service_id -> BigInt, }
}
diesel::table! {
    company (company_id) {
        company_id -> BigInt,
        kind -> Text,
        name -> Text,
        name_key -> Text,
        parent_company_id -> Nullable<BigInt>,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        business_number -> Nullable<Text>,
        representative_name -> Nullable<Text>,
        phone_number -> Nullable<Text>,
        email -> Nullable<Text>,
        postal_code -> Nullable<Text>,
        address -> Nullable<Text>,
        address_detail -> Nullable<Text>,
        memo -> Nullable<Text>,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
        moving_from -> Nullable<Text>,
    }
}
diesel::table! {
    tally (company_id, kind, day, slot) {
        company_id -> BigInt,
        kind -> Integer,
        day -> BigInt,
        slot -> BigInt,
        records -> BigInt,
    }
}
diesel::table! {
    company_credential (company_credential_id) {
        company_credential_id -> BigInt,
        company_id -> BigInt,
        name -> Text,
        secret_hash -> Text,
        scopes -> Text,
        expires_at -> BigInt,
        last_used_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
        account_name -> Text,
        created_at -> BigInt,
        account_id -> Nullable<BigInt>,
        persons_per_day -> BigInt,
        approved_at -> Nullable<BigInt>,
        approved_by -> Nullable<Text>,
    }
}
diesel::table! {
    chosen_date (reader, day, member_id, measured_on) {
        reader -> Text,
        day -> Integer,
        member_id -> BigInt,
        measured_on -> Date,
    }
}
diesel::table! {
    credential_reading (company_credential_id, day, member_id) {
        company_credential_id -> BigInt,
        day -> Integer,
        member_id -> BigInt,
    }
}
diesel::table! {
    division (division_id) {
        division_id -> BigInt,
        company_id -> BigInt,
        parent_division_id -> Nullable<BigInt>,
        path -> Text,
        name -> Text,
        name_key -> Text,
        position -> BigInt,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    removed_division (division_id) { division_id -> BigInt, company_id -> BigInt, parent_division_id -> BigInt, }
}
diesel::table! {
    company_service (company_id, service_id) { company_id -> BigInt, service_id -> BigInt, }
}
diesel::table! {
    account (account_id) {
        account_id -> BigInt,
        login_id -> Text,
        login_key -> Text,
        password_hash -> Text,
        authority -> Text,
        name -> Text,
        company_id -> Nullable<BigInt>,
        permission_group_id -> BigInt,
        disabled_at -> Nullable<BigInt>,
        created_at -> BigInt,
        staff -> Nullable<Text>,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        name_key -> Text,
        phone_number -> Nullable<Text>,
        phone_digits -> Nullable<Text>,
        email -> Nullable<Text>,
        memo -> Nullable<Text>,
        must_change_password -> Bool,
        paused_until -> BigInt,
        last_signed_in_at -> Nullable<BigInt>,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    operator (account_id) {
        account_id -> BigInt,
        main_manager_id -> Nullable<BigInt>,
        postal_code -> Nullable<Text>,
        address -> Nullable<Text>,
        address_detail -> Nullable<Text>,
        launched_at -> Nullable<BigInt>,
    }
}
diesel::table! {
    operator_service (account_id, service_id) { account_id -> BigInt, service_id -> BigInt, }
}
diesel::table! {
    two_step (account_id) {
        account_id -> BigInt,
        sealed_seed -> Text,
        begun_at -> BigInt,
        confirmed_at -> Nullable<BigInt>,
        last_step -> BigInt,
    }
}
diesel::table! {
    recovery_code (account_id, code_hash) { account_id -> BigInt, code_hash -> Text, }
}
diesel::table! {
    sign_in_log (sign_in_log_id) {
        sign_in_log_id -> BigInt,
        account_id -> BigInt,
        created_at -> BigInt,
        outcome -> Text,
        address -> Text,
        browser -> Text,
    }
}
diesel::table! {
    session (session_id) {
        session_id -> BigInt,
        account_id -> BigInt,
        generation -> BigInt,
        rotated_at -> BigInt,
        expires_at -> BigInt,
        created_at -> BigInt,
        revoked_at -> Nullable<BigInt>,
        public_key -> Nullable<Text>,
        used_at -> BigInt,
        address -> Nullable<Text>,
        browser -> Nullable<Text>,
    }
}
diesel::table! {
    refresh_token (token_hash) { token_hash -> Text, session_id -> BigInt, generation -> BigInt, }
}
diesel::table! {
    qr_code (code_hash) {
        code_hash -> Text,
        browser_hash -> Text,
        browser -> Text,
        address -> Text,
        state -> Text,
        account_id -> Nullable<BigInt>,
        created_at -> BigInt,
        expires_at -> BigInt,
        network -> Text,
    }
}
diesel::table! {
    user_profile (user_id) {
        user_id -> BigInt,
        account_id -> BigInt,
        is_online -> Bool,
        name_key -> Text,
        birth_date -> Nullable<Date>,
        sex -> Nullable<Text>,
        phone_number -> Nullable<Text>,
        phone_digits -> Nullable<Text>,
        phone_tail -> Nullable<Text>,
        email -> Nullable<Text>,
        address -> Nullable<Text>,
        level -> Text,
        level_evidence -> Nullable<Text>,
        tracking_enabled -> Bool,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
        used_at -> BigInt,
        told_at -> Nullable<BigInt>,
        dormant_at -> Nullable<BigInt>,
        class -> Integer,
    }
}
diesel::table! {
    user_tally (class, day, slot) {
        class -> Integer,
        day -> BigInt,
        slot -> BigInt,
        records -> BigInt,
    }
}
diesel::table! {
    member_link (member_link_id) {
        member_link_id -> BigInt,
        user_id -> BigInt,
        member_id -> BigInt,
        company_id -> BigInt,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        state -> Text,
        evidence -> Nullable<Text>,
        requested_by -> Nullable<Text>,
        created_at -> BigInt,
        activated_at -> Nullable<BigInt>,
        accepted_at -> Nullable<BigInt>,
        closed_at -> Nullable<BigInt>,
        closed_by -> Nullable<Text>,
    }
}
diesel::table! {
    linked_user (company_id, user_id) {
        company_id -> BigInt,
        user_id -> BigInt,
        links -> BigInt,
        class -> Integer,
        created_at -> BigInt,
        name_key -> Text,
    }
}
diesel::table! {
    linked_user_tally (company_id, class, slot) {
        company_id -> BigInt,
        class -> Integer,
        slot -> BigInt,
        records -> BigInt,
    }
}
diesel::table! {
    terms (terms_id) {
        terms_id -> BigInt,
        kind -> Text,
        edition -> Text,
        language -> Text,
        content -> Text,
        is_required -> Bool,
        effective_from -> Date,
        status -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    consent (consent_id) {
        consent_id -> BigInt,
        account_id -> BigInt,
        terms_id -> BigInt,
        agreed_at -> BigInt,
        agreed_from -> Text,
        withdrawn_at -> Nullable<BigInt>,
        withdrawn_from -> Nullable<Text>,
    }
}
diesel::table! {
    user_app (user_app_id) {
        user_app_id -> BigInt,
        name -> Text,
        name_key -> Text,
        service_id -> BigInt,
        android_package -> Nullable<Text>,
        ios_bundle -> Nullable<Text>,
        status -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    company_user_app (company_user_app_id) {
        company_user_app_id -> BigInt,
        company_id -> BigInt,
        user_app_id -> BigInt,
        starts_on -> Date,
        ends_on -> Nullable<Date>,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    user_app_use (user_id, user_app_id) {
        user_id -> BigInt,
        user_app_id -> BigInt,
        platform -> Text,
        app_version -> Text,
        first_used_at -> BigInt,
        last_used_at -> BigInt,
    }
}
diesel::table! {
    app_use_spell (app_use_spell_id) {
        app_use_spell_id -> BigInt,
        user_id -> Nullable<BigInt>,
        circle -> Text,
        circle_id -> BigInt,
        began_day -> BigInt,
        active_until_day -> BigInt,
        is_first -> Integer,
        ended_day -> Nullable<BigInt>,
        level -> Text,
        sex -> Nullable<Text>,
        born_on -> Nullable<Date>,
    }
}
diesel::table! {
    app_use_spell_company (app_use_spell_id, company_id) { app_use_spell_id -> BigInt, company_id -> BigInt, }
}
diesel::table! {
    app_use_tally (circle, circle_id, level, sex, day, slot) {
        circle -> Text,
        circle_id -> BigInt,
        level -> Text,
        sex -> Text,
        day -> BigInt,
        slot -> BigInt,
        begun -> BigInt,
        newcomers -> BigInt,
        ceased -> BigInt,
        gone -> BigInt,
    }
}
diesel::table! {
    external_device (external_device_id) {
        external_device_id -> BigInt,
        name -> Text,
        name_key -> Text,
        maker -> Text,
        maker_key -> Text,
        model -> Text,
        model_key -> Text,
        kind_list -> Text,
        kind -> Text,
        radio_ids -> Text,
        radio_key -> Text,
        firmware -> Nullable<Text>,
        memo -> Nullable<Text>,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    operator_external_device (account_id, external_device_id) { account_id -> BigInt, external_device_id -> BigInt, }
}
diesel::table! {
    code_entry (code_entry_id) {
        code_entry_id -> BigInt,
        list -> Text,
        code -> Text,
        name -> Text,
        name_key -> Text,
        names -> Text,
        position -> BigInt,
        is_active -> Bool,
        attributes -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    given_screen (url) {
        url -> Text,
    }
}
diesel::table! {
    admin_board (admin_board_id) {
        admin_board_id -> BigInt,
        category -> Text,
        name -> Text,
        name_key -> Text,
        sub_name -> Nullable<Text>,
        content -> Text,
        is_popup -> Bool,
        popup_target -> Nullable<Text>,
        popup_from -> Nullable<Date>,
        popup_to -> Nullable<Date>,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    sign_in_attempt (subject) {
        subject -> Text,
        failures -> BigInt,
        window_started_at -> BigInt,
        blocked_until -> BigInt,
    }
}
diesel::table! {
    member (member_id) {
        member_id -> BigInt,
        company_id -> BigInt,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        member_no -> Text,
        name -> Text,
        name_key -> Text,
        birth_date -> Date,
        sex -> Text,
        phone_number -> Nullable<Text>,
        phone_digits -> Nullable<Text>,
        phone_tail -> Nullable<Text>,
        email -> Nullable<Text>,
        address -> Nullable<Text>,
        memo -> Nullable<Text>,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
        division_id -> Nullable<BigInt>,
    }
}
diesel::table! {
    member_name (name_key) { name_key -> Text, }
}
diesel::table! {
    measurement (measurement_id) {
        measurement_id -> BigInt,
        kind -> Integer,
        member_id -> Nullable<BigInt>,
        company_id -> Nullable<BigInt>,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        measured_at -> BigInt,
        measured_at_offset -> Integer,
        received_at -> BigInt,
        sex -> Nullable<Text>,
        age -> Nullable<Integer>,
        setting -> Nullable<Text>,
        grades -> BigInt,
        rule_set -> Nullable<Text>,
        rule_version -> Nullable<Integer>,
        test_case -> Text,
        user_id -> Nullable<BigInt>,
        division_id -> Nullable<BigInt>,
        service_id -> Nullable<BigInt>,
        operator_id -> Nullable<BigInt>,
        external_device_id -> Nullable<BigInt>,
        trial -> Bool,
        unusual -> Text,
        source -> Nullable<Text>,
        source_id -> Nullable<Text>,
        content_hash -> Nullable<BigInt>,
        updated_at -> BigInt,
        version -> BigInt,
        import_id -> Nullable<BigInt>,
        far_from_last -> Text,
    }
}
diesel::table! {
    person_code (code_hash) {
        code_hash -> Text,
        asked_by -> BigInt,
        kind -> Text,
        measurement_id -> BigInt,
        measurement_version -> BigInt,
        state -> Text,
        answered_by -> Nullable<BigInt>,
        created_at -> BigInt,
        expires_at -> BigInt,
    }
}
diesel::table! {
    physical_measurement (measurement_id) {
        measurement_id -> BigInt,
        height -> Nullable<BigInt>,
        weight -> Nullable<BigInt>,
        body_fat -> Nullable<BigInt>,
        systolic -> Nullable<Integer>,
        diastolic -> Nullable<Integer>,
        pulse -> Nullable<Integer>,
        bmi_tenths -> Nullable<BigInt>,
        obesity_class_3 -> Bool,
        blood_pressure_class -> Nullable<Text>,
        isolated_systolic -> Bool,
        arm -> Nullable<Text>,
        posture -> Nullable<Text>,
        reading_number -> Nullable<Integer>,
    }
}
diesel::table! {
    stress_measurement (measurement_id) {
        measurement_id -> BigInt,
        heart_rate -> Nullable<BigInt>,
        duration_seconds -> Nullable<Integer>,
        artifact_percent -> Nullable<BigInt>,
        sdnn -> Nullable<BigInt>,
        rmssd -> Nullable<BigInt>,
        pnn50 -> Nullable<BigInt>,
        tp -> Nullable<BigInt>,
        lf -> Nullable<BigInt>,
        hf -> Nullable<BigInt>,
        stress_index -> Nullable<BigInt>,
        interval_count -> Nullable<Integer>,
        computed_mean_nn -> Nullable<BigInt>,
        computed_heart_rate -> Nullable<BigInt>,
        computed_sdnn -> Nullable<BigInt>,
        computed_rmssd -> Nullable<BigInt>,
        computed_pnn50 -> Nullable<BigInt>,
        computed_stress_index -> Nullable<BigInt>,
        stress_score -> Nullable<BigInt>,
        stress_instrument -> Nullable<Text>,
        anxiety_score -> Nullable<BigInt>,
        burnout_score -> Nullable<BigInt>,
        burnout_instrument -> Nullable<Text>,
        nn_intervals -> Nullable<Binary>,
        nn_gaps -> Nullable<Binary>,
    }
}
diesel::table! {
    stress_answers (measurement_id) {
        measurement_id -> BigInt,
        pss_10_total -> Nullable<Integer>,
        bepsi_k_items -> Nullable<Text>,
        bepsi_k_mean -> Nullable<BigInt>,
        gad_7_total -> Nullable<Integer>,
        cbi_personal -> Nullable<BigInt>,
        cbi_work -> Nullable<BigInt>,
        cbi_client -> Nullable<BigInt>,
        cbi_mean -> Nullable<BigInt>,
        bat_12_mean -> Nullable<BigInt>,
        activation_score -> Nullable<BigInt>,
        sleep_hours -> Nullable<BigInt>,
        caffeine_cups -> Nullable<Integer>,
        smoking -> Nullable<Text>,
        medication -> Nullable<Text>,
        mood -> Nullable<Text>,
        sleep_quality -> Nullable<Text>,
        caffeine_hours_ago -> Nullable<BigInt>,
        smoking_hours_ago -> Nullable<BigInt>,
        medication_names -> Nullable<Text>,
        alcohol -> Nullable<Text>,
        exercise -> Nullable<Text>,
        meal_hours_ago -> Nullable<BigInt>,
    }
}
diesel::table! {
    heart_rate_measurement (measurement_id) {
        measurement_id -> BigInt,
        rate -> Integer,
    }
}
diesel::table! {
    psychological_test (measurement_id) {
        measurement_id -> BigInt,
        result -> BigInt,
        score -> Nullable<BigInt>,
    }
}
diesel::table! {
    vision_measurement (measurement_id) {
        measurement_id -> BigInt,
        chart -> Nullable<Text>,
        test_distance -> Nullable<BigInt>,
        correction -> Nullable<Text>,
        right_uncorrected -> Nullable<Text>,
        right_presenting -> Nullable<Text>,
        right_best_corrected -> Nullable<Text>,
        left_uncorrected -> Nullable<Text>,
        left_presenting -> Nullable<Text>,
        left_best_corrected -> Nullable<Text>,
        both_uncorrected -> Nullable<Text>,
        both_presenting -> Nullable<Text>,
        both_best_corrected -> Nullable<Text>,
        right_sphere -> Nullable<BigInt>,
        right_cylinder -> Nullable<BigInt>,
        right_axis -> Nullable<Integer>,
        right_addition -> Nullable<BigInt>,
        left_sphere -> Nullable<BigInt>,
        left_cylinder -> Nullable<BigInt>,
        left_axis -> Nullable<Integer>,
        left_addition -> Nullable<BigInt>,
        pupillary_distance -> Nullable<BigInt>,
        right_pressure -> Nullable<BigInt>,
        left_pressure -> Nullable<BigInt>,
        colour_vision -> Nullable<Text>,
        stereo_acuity -> Nullable<Integer>,
        contrast_sensitivity -> Nullable<BigInt>,
    }
}
diesel::table! {
    dementia_screening (measurement_id) {
        measurement_id -> BigInt,
        orientation -> Nullable<Integer>,
        attention -> Nullable<Integer>,
        visuospatial -> Nullable<Integer>,
        executive -> Nullable<Integer>,
        memory -> Nullable<Integer>,
        language -> Nullable<Integer>,
        answers -> Text,
        total -> Nullable<Integer>,
        score -> Nullable<Integer>,
        cut -> Nullable<Integer>,
        education_years -> Nullable<Integer>,
        informant -> Nullable<Text>,
    }
}
diesel::table! {
    dementia_norm (version) {
        version -> Integer,
        file_name -> Text,
        norms -> Text,
        loaded_at -> BigInt,
        loaded_by -> Text,
        graded_to -> BigInt,
        graded_at -> Nullable<BigInt>,
        changed -> BigInt,
    }
}
diesel::table! {
    grade_rule_version (grade_rule_version_id) {
        grade_rule_version_id -> BigInt,
        rule_set -> Text,
        rule_version -> Integer,
        status -> Text,
        effective_from -> Date,
        note -> Text,
        body_fat_source -> Nullable<Text>,
        rules -> Text,
        deviation_reason -> Nullable<Text>,
        counted_since -> Nullable<BigInt>,
        counted_until -> Nullable<BigInt>,
        effect -> Text,
        counted -> BigInt,
        counted_to -> BigInt,
        counted_at -> Nullable<BigInt>,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
    }
}
diesel::table! {
    revision (revision_id) {
        revision_id -> BigInt,
        resource -> Text,
        record_id -> BigInt,
        action -> Text,
        account_id -> BigInt,
        account_name -> Text,
        created_at -> BigInt,
        changes -> Text,
        position -> Nullable<BigInt>,
        hash -> Nullable<Binary>,
        salt -> Nullable<Binary>,
        digest -> Nullable<Binary>,
    }
}
diesel::table! {
    past_form (revision_id) {
        revision_id -> BigInt,
        resource -> Text,
        record_id -> BigInt,
        kind -> Nullable<Text>,
        company_id -> Nullable<BigInt>,
        form -> Text,
        made_at -> Nullable<BigInt>,
        kept_until -> Nullable<BigInt>,
        member_id -> Nullable<BigInt>,
        user_id -> Nullable<BigInt>,
    }
}
diesel::table! {
    rate_limit (subject) { subject -> Text, uses -> BigInt, window_ends_at -> BigInt, }
}
diesel::table! {
    access_log (access_log_id) {
        access_log_id -> BigInt,
        account_id -> BigInt,
        action -> Text,
        member_id -> Nullable<BigInt>,
        created_at -> BigInt,
        request_id -> Text,
        address -> Text,
        account_name -> Text,
        company_id -> Nullable<BigInt>,
        persons -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        position -> Nullable<BigInt>,
        hash -> Nullable<Binary>,
        list -> Nullable<Text>,
        user_id -> Nullable<BigInt>,
        record_id -> Nullable<BigInt>,
        pages -> Nullable<BigInt>,
        filters -> Nullable<Text>,
        filter_key -> Nullable<Text>,
        minute -> Nullable<BigInt>,
    }
}
diesel::table! {
    log_chain (log) {
        log -> Text,
        anchor_position -> BigInt,
        anchor_hash -> Binary,
        position -> BigInt,
        hash -> Binary,
        before_id -> BigInt,
        expired_position -> Nullable<BigInt>,
        expired_created_at -> Nullable<BigInt>,
    }
}
diesel::table! {
    job (job_id) {
        job_id -> BigInt,
        account_id -> BigInt,
        company_id -> Nullable<BigInt>,
        kind -> Text,
        state -> Text,
        file_name -> Text,
        parameters -> Text,
        progress -> BigInt,
        total -> BigInt,
        created_rows -> BigInt,
        updated_rows -> BigInt,
        unchanged_rows -> BigInt,
        rejected_rows -> BigInt,
        failure -> Nullable<Text>,
        has_file -> Bool,
        attempts -> BigInt,
        leased_until -> BigInt,
        created_at -> BigInt,
        finished_at -> Nullable<BigInt>,
        changed_rows -> BigInt,
        call -> Nullable<Text>,
        list -> Nullable<Text>,
        access_log_id -> Nullable<BigInt>,
        undoes -> Nullable<BigInt>,
    }
}
diesel::table! {
    import_change (import_change_id) {
        import_change_id -> BigInt,
        job_id -> BigInt,
        resource -> Text,
        record_id -> BigInt,
        version -> BigInt,
        before -> Nullable<Text>,
        kept_until -> BigInt,
    }
}
diesel::table! {
    job_file_piece (job_id, role, position) { job_id -> BigInt, role -> Text, position -> BigInt, content -> Binary, }
}
diesel::table! {
    job_row (job_id, line) { job_id -> BigInt, line -> BigInt, outcome -> Text, problem -> Nullable<Text>, }
}
diesel::table! {
    import_column (company_id, what, name) {
        company_id -> BigInt,
        what -> Text,
        name -> Text,
        field -> Nullable<Text>,
        updated_at -> BigInt,
    }
}

diesel::table! {
    message (message_id) {
        message_id -> BigInt,
        member_id -> Nullable<BigInt>,
        company_id -> Nullable<BigInt>,
        user_id -> Nullable<BigInt>,
        kind -> Integer,
        account_id -> BigInt,
        account_name -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        revoked_at -> Nullable<BigInt>,
        token_hash -> Nullable<Text>,
        sealed_token -> Nullable<Text>,
        wrong_tries -> BigInt,
        openings -> BigInt,
        opened_at -> Nullable<BigInt>,
        channel -> Text,
        language -> Text,
        address -> Nullable<Text>,
        state -> Text,
        attempts -> BigInt,
        failures -> BigInt,
        due_at -> BigInt,
        sent_at -> Nullable<BigInt>,
        failure -> Nullable<Text>,
        report_id -> Nullable<BigInt>,
        report_kinds -> Nullable<Text>,
    }
}
diesel::table! {
    report (report_id) {
        report_id -> BigInt,
        member_id -> BigInt,
        company_id -> BigInt,
        created_at -> BigInt,
        account_id -> BigInt,
        account_name -> Text,
        kinds -> Text,
        comment -> Nullable<Text>,
        content -> Text,
    }
}
diesel::table! {
    message_measurement (message_id, measurement_id) {
        message_id -> BigInt,
        measurement_id -> BigInt,
        place -> Integer,
    }
}
diesel::table! {
    training_participation (training_participation_id) {
        training_participation_id -> BigInt,
        member_id -> BigInt,
        company_id -> BigInt,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        source -> Text,
        source_id -> Text,
        program_name -> Text,
        unit_name -> Text,
        day -> BigInt,
        content_name -> Text,
        started_at -> BigInt,
        ended_at -> Nullable<BigInt>,
        completion -> BigInt,
        score -> Nullable<BigInt>,
        received_at -> BigInt,
        updated_at -> BigInt,
    }
}
diesel::table! {
    statistic_segment (company_id, division_id, kind, level, period) {
        company_id -> BigInt,
        division_id -> BigInt,
        kind -> Integer,
        level -> Integer,
        period -> BigInt,
        categories -> Binary,
        grades -> Binary,
        cases -> Binary,
        figures_by_group -> Binary,
        tests_by_group -> Binary,
        grades_by_group -> Binary,
        measured_by_group -> Binary,
    }
}
diesel::table! {
    statistic_change (change_id) {
        change_id -> BigInt,
        kind -> Integer,
        level -> Integer,
        period -> BigInt,
        marked_at -> BigInt,
    }
}
diesel::table! {
    statistic_month (kind, month) {
        kind -> Integer,
        month -> BigInt,
        folds -> BigInt,
    }
}
diesel::table! {
    alert (alert_id) {
        alert_id -> BigInt,
        kind -> Text,
        created_at -> BigInt,
        measurement_id -> Nullable<BigInt>,
        measurement_kind -> Nullable<Integer>,
        dangers -> BigInt,
        attentions -> BigInt,
        urgent -> BigInt,
        company_id -> Nullable<BigInt>,
        vendor_id -> Nullable<BigInt>,
        dealer_id -> Nullable<BigInt>,
        retailer_id -> Nullable<BigInt>,
        account_id -> Nullable<BigInt>,
        job_id -> Nullable<BigInt>,
        terms_id -> Nullable<BigInt>,
    }
}
diesel::table! {
    alert_read (alert_id, account_id) { alert_id -> BigInt, account_id -> BigInt, }
}
diesel::table! {
    alert_setting (account_id) {
        account_id -> BigInt,
        read_through -> BigInt,
        kinds -> BigInt,
        from_danger -> BigInt,
        from_attention -> BigInt,
    }
}
diesel::table! {
    saved_view (saved_view_id) {
        saved_view_id -> BigInt,
        account_id -> BigInt,
        list -> Text,
        name -> Text,
        name_key -> Text,
        query -> Nullable<Text>,
        column_list -> Text,
        visibility -> Text,
        is_default -> Bool,
        version -> BigInt,
    }
}
diesel::table! {
    idempotent_request (idempotent_request_id) {
        idempotent_request_id -> BigInt,
        key_hash -> Binary,
        request_hash -> Binary,
        result -> Text,
        created_at -> BigInt,
    }
}
diesel::joinable!(alert -> measurement (measurement_id));
diesel::joinable!(alert -> job (job_id));
diesel::joinable!(alert -> terms (terms_id));
diesel::joinable!(alert_setting -> account (account_id));
diesel::joinable!(saved_view -> account (account_id));
diesel::joinable!(company_service -> company (company_id));
diesel::joinable!(company_credential -> company (company_id));
diesel::joinable!(tally -> company (company_id));
diesel::joinable!(removed_division -> company (company_id));
diesel::joinable!(account -> company (company_id));
diesel::joinable!(account -> permission_group (permission_group_id));
diesel::joinable!(operator -> account (account_id));
diesel::joinable!(two_step -> account (account_id));
diesel::joinable!(session -> account (account_id));
diesel::joinable!(refresh_token -> session (session_id));
diesel::joinable!(qr_code -> account (account_id));
diesel::joinable!(user_profile -> account (account_id));
diesel::joinable!(consent -> terms (terms_id));
diesel::joinable!(consent -> account (account_id));
diesel::joinable!(user_app -> service (service_id));
diesel::joinable!(company_user_app -> company (company_id));
diesel::joinable!(company_user_app -> user_app (user_app_id));
diesel::joinable!(user_app_use -> user_app (user_app_id));
diesel::joinable!(user_app_use -> user_profile (user_id));
diesel::joinable!(app_use_spell_company -> app_use_spell (app_use_spell_id));
diesel::joinable!(operator_external_device -> external_device (external_device_id));
diesel::joinable!(member_link -> user_profile (user_id));
diesel::joinable!(member_link -> member (member_id));
diesel::joinable!(member_link -> company (company_id));
diesel::joinable!(permission -> menu_item (menu_item_id));
diesel::joinable!(permission -> permission_group (permission_group_id));
diesel::joinable!(permission_group_service -> service (service_id));
diesel::joinable!(member -> company (company_id));
diesel::joinable!(measurement -> member (member_id));
diesel::joinable!(measurement -> company (company_id));
diesel::joinable!(physical_measurement -> measurement (measurement_id));
diesel::joinable!(stress_measurement -> measurement (measurement_id));
diesel::joinable!(stress_answers -> measurement (measurement_id));
diesel::joinable!(heart_rate_measurement -> measurement (measurement_id));
diesel::joinable!(vision_measurement -> measurement (measurement_id));
diesel::joinable!(dementia_screening -> measurement (measurement_id));
diesel::joinable!(psychological_test -> measurement (measurement_id));
diesel::joinable!(job -> company (company_id));
diesel::joinable!(past_form -> revision (revision_id));
diesel::joinable!(message -> member (member_id));
diesel::joinable!(report -> member (member_id));
diesel::joinable!(message -> user_profile (user_id));
diesel::joinable!(message_measurement -> measurement (measurement_id));
diesel::allow_tables_to_appear_in_same_query!(
    setting,
    service,
    menu_item,
    permission_group,
    permission,
    permission_group_service,
    company,
    chosen_date,
    company_credential,
    credential_reading,
    division,
    company_service,
    tally,
    account,
    operator,
    operator_service,
    two_step,
    recovery_code,
    sign_in_log,
    session,
    refresh_token,
    qr_code,
    user_profile,
    member_link,
    admin_board,
    terms,
    consent,
    user_app,
    company_user_app,
    user_app_use,
    linked_user,
    app_use_spell,
    app_use_spell_company,
    app_use_tally,
    removed_division,
    external_device,
    operator_external_device,
    code_entry,
    given_screen,
    sign_in_attempt,
    member,
    member_name,
    measurement,
    physical_measurement,
    stress_measurement,
    stress_answers,
    vision_measurement,
    heart_rate_measurement,
    dementia_screening,
    dementia_norm,
    grade_rule_version,
    psychological_test,
    revision,
    past_form,
    rate_limit,
    access_log,
    log_chain,
    job,
    job_file_piece,
    import_change,
    job_row,
    import_column,
    message,
    message_measurement,
    report,
    training_participation,
    statistic_segment,
    statistic_change,
    statistic_month,
    alert,
    alert_read,
    alert_setting,
    saved_view,
    idempotent_request,
);
